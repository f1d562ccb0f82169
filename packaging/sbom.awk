# SPDX-License-Identifier: MIT
# sbom.awk - writes an SPDX 2.3 document: the sources, and what the static program has of others.
#	awk -v version= -v epoch= -v created= -v sum= (of the tarball, SHA-256) -v musl= -v gcc= -f sbom.awk tables/models.tsv
# epoch is a part of the name, so that two documents of one version differ; musl or gcc "": the version is not known.

# package(ID, NAME, VERSION, LICENSE, MORE): MORE are members that only some have.
function package(id, name, of, license, more) {
	printf "%s    {\n      \"SPDXID\": \"SPDXRef-%s\",\n      \"name\": \"%s\",\n", n_packages++ ? ",\n" : "", id, name
	if (of != "")
		printf "      \"versionInfo\": \"%s\",\n", of
	printf "      \"downloadLocation\": \"NOASSERTION\",\n      \"filesAnalyzed\": false,\n%s", more
	printf "      \"licenseConcluded\": \"%s\",\n      \"licenseDeclared\": \"%s\",\n", license, license
	printf "      \"copyrightText\": \"%s\",\n", id == "pstat" ? "Copyright (c) 2026 The pstat authors" : "NOASSERTION"
	printf "      \"externalRefs\": [ { \"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\", "
	printf "\"referenceLocator\": \"pkg:generic/%s%s\" } ]\n    }", name, of == "" ? "" : "@" of
}
function member(name, value) { return sprintf("      \"%s\": \"%s\",\n", name, value) }
function related(a, how, b, why) {
	printf "%s    { \"spdxElementId\": \"SPDXRef-%s\", \"relationshipType\": \"%s\", \"relatedSpdxElement\": \"SPDXRef-%s\"%s }",
		n_related++ ? ",\n" : "", a, how, b, why == "" ? "" : ", \"comment\": \"" why "\""
}

# "# Trees: the JSON in ... linux-source-6.12 (6.12.117) and ...": the whole version of each tree.
/^# Trees:/ {
	while (match($0, /linux-source-[0-9.]+ \([0-9.]+\)/)) {
		split(substr($0, RSTART, RLENGTH), word, /[-() ]+/)
		full["linux-" word[3]] = word[4]
		$0 = substr($0, RSTART + RLENGTH)
	}
	next
}
/^#/ { next }
{
	for (i = split($2, source, " "); i > 0; i--) {
		tree = source[i]
		sub(/:.*/, "", tree)
		if (!(tree in tables))
			trees[++n_trees] = tree
		tables[tree]++
	}
}
BEGIN { FS = "\t" }
END {
	print "{"
	print "  \"spdxVersion\": \"SPDX-2.3\",\n  \"dataLicense\": \"CC0-1.0\",\n  \"SPDXID\": \"SPDXRef-DOCUMENT\","
	printf "  \"name\": \"pstat-%s\",\n", version
	printf "  \"documentNamespace\": \"https://github.com/OWNER/pstat/spdx/pstat-%s-%s\",\n", version, epoch
	printf "  \"creationInfo\": {\n    \"created\": \"%s\",\n    \"creators\": [ \"Organization: The pstat authors\", " \
		"\"Tool: sbom.awk-%s\" ]\n  },\n", created, version
	print "  \"documentDescribes\": [ \"SPDXRef-pstat\" ],\n  \"packages\": ["
	package("pstat", "pstat", version, "MIT", member("packageFileName", "pstat-" version ".tar.gz") \
		member("primaryPackagePurpose", "APPLICATION") \
		"      \"checksums\": [ { \"algorithm\": \"SHA256\", \"checksumValue\": \"" sum "\" } ],\n")
	package("musl", "musl", musl, "MIT", member("supplier", "NOASSERTION") member("primaryPackagePurpose", "LIBRARY"))
	package("libgcc", "libgcc", gcc, "GPL-3.0-or-later WITH GCC-exception-3.1", \
		member("supplier", "NOASSERTION") member("primaryPackagePurpose", "LIBRARY"))
	for (i = 1; i <= n_trees; i++)
		package(trees[i], "linux", full[trees[i]], "NOASSERTION", member("primaryPackagePurpose", "SOURCE"))
	print "\n  ],\n  \"relationships\": ["
	related("DOCUMENT", "DESCRIBES", "pstat")
	related("pstat", "STATIC_LINK", "musl", "the static program; that of deb and rpm has the C library of the system")
	related("pstat", "STATIC_LINK", "libgcc", "the static program")
	for (i = 1; i <= n_trees; i++)
		related("pstat", "GENERATED_FROM", trees[i], tables[trees[i]] " tables of events and metrics, from its tools/perf/pmu-events")
	print "\n  ]\n}"
}
