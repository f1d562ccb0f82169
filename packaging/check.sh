#!/bin/bash
# SPDX-License-Identifier: MIT
# check.sh versions|quick|packages|deb|rpm|arch|reproducible - are the packages in order? TAP on stdout.
#
# versions	one version everywhere
# quick		versions, and what each tool says of its own file; a few seconds
# packages	makes all packages; lintian and rpmlint find nothing, the deb works in a new minimal system, rpm in an
#		empty folder, and the same commit makes the same bytes twice, in two folders; the others are its parts
# A part whose tool is not here is skipped: make deps-packages installs them.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
rc=0 version=$(sed -n 's/^VERSION := *//p' Makefile)
mkdir -p build
tmp=$(mktemp -d "$PWD/build/packaging.XXXXXX")
trap 'rm -rf --one-file-system "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

say() {	# STATUS WHAT: as TAP; a failure with what is in $tmp/said
	if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; rc=1; tail -n 20 "$tmp/said" | sed 's/^/# /'; fi
	: > "$tmp/said"
}
has() {	# PROGRAM WHAT
	PATH=$PATH:/usr/sbin:/sbin command -v "$1" > /dev/null && return
	echo "ok - $2 # SKIP no $1, see make deps-packages"
	return 1
}

versions() {
	while IFS='	' read -r file pattern; do
		found=$(sed -nE "s/$pattern/\\1/p" "$file" | head -n 1)
		echo "$file has '$found', Makefile $version" > "$tmp/said"
		[ "$found" = "$version" ]; say $? "the version in $file"
	done <<- 'EOF'
		CHANGES.md	^## ([0-9.]+).*
		packaging/debian/changelog	^pstat \(([0-9.]+)-[0-9]+\) .*
		packaging/pstat.spec	^Version: *(.*)
		packaging/PKGBUILD	^pkgver=(.*)
		packaging/pstat.nix	^ *version = "(.*)";
	EOF
}
# Has what makepkg needs, and installs into $pkgdir only.
check_pkgbuild() {
	bash -n packaging/PKGBUILD && (
		# shellcheck source=/dev/null disable=SC2154 # it has them
		. packaging/PKGBUILD
		for name in pkgname pkgver pkgrel pkgdesc arch url license source sha256sums; do
			[ -n "${!name:-}" ] || { echo "no $name"; exit 1; }
		done
		[ "$(type -t build check package | tr '\n' ' ')" = 'function function function ' ] || { echo 'a function is missing'; exit 1; }
		make() { printf '%s\n' "$*"; }
		install() { for last; do :; done; case $last in "$pkgdir"/*) ;; *) echo "installs $last"; exit 1 ;; esac; }
		pkgdir=/somewhere
		build | grep -q prefix=/usr && package | grep -q DESTDIR=/somewhere
	)
}
# The expression, with stand-ins for what nixpkgs gives it.
check_nix() {
	export NIX_STATE_DIR=$tmp/nix NIX_STORE_DIR=$tmp/nix/store
	nix-instantiate --parse packaging/pstat.nix > /dev/null && nix-instantiate --eval --strict --json -E '
		let of = import ./packaging/pstat.nix {
			lib = { cleanSource = path: path; licenses.mit = "MIT"; platforms.linux = [ "x86_64-linux" ]; };
			stdenv.mkDerivation = all: all;
		}; in [ of.pname of.version of.makeFlags of.meta.mainProgram ]' | grep -q "^\[\"pstat\",\"$version\",\[\"STATIC="
}
# The rules of SPDX 2.3 that concern it; what it has was checked by its JSON schema, too, when it was written.
check_sbom() {
	packaging/package.sh sbom "$tmp/sbom" > /dev/null && python3 - "$tmp/sbom" "$version" <<- 'EOF'
		import hashlib, json, re, sys
		folder, version = sys.argv[1:]
		d = json.load(open(f"{folder}/pstat-{version}.spdx.json"))
		assert set(d) == {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo",
		                  "documentDescribes", "packages", "relationships"}, set(d)
		assert (d["spdxVersion"], d["dataLicense"], d["SPDXID"]) == ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT")
		assert re.fullmatch(r"https://[^#\s]+", d["documentNamespace"])
		assert set(d["creationInfo"]) == {"created", "creators"}
		assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", d["creationInfo"]["created"])
		assert all(re.match(r"(Person|Organization|Tool): .", c) for c in d["creationInfo"]["creators"])
		ids = [d["SPDXID"]] + [p["SPDXID"] for p in d["packages"]]
		assert len(set(ids)) == len(ids) and all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", i) for i in ids), ids
		for p in d["packages"]:
		    assert {"name", "downloadLocation", "filesAnalyzed", "licenseConcluded", "licenseDeclared"} <= set(p)
		    assert p["filesAnalyzed"] is False and p["licenseDeclared"] in (
		        "MIT", "NOASSERTION", "GPL-3.0-or-later WITH GCC-exception-3.1")
		    assert p["primaryPackagePurpose"] in ("APPLICATION", "LIBRARY", "SOURCE")
		    assert "versionInfo" in p or p["name"] == "musl", p["name"]
		    assert all(re.fullmatch(r"pkg:generic/[a-z]+(@[0-9.]+)?", r["referenceLocator"]) for r in p["externalRefs"])
		for r in d["relationships"]:
		    assert r["spdxElementId"] in ids and r["relatedSpdxElement"] in ids, r
		    assert r["relationshipType"] in ("DESCRIBES", "STATIC_LINK", "GENERATED_FROM")
		reached = {r["relatedSpdxElement"] for r in d["relationships"]}
		assert reached == set(ids) - {"SPDXRef-DOCUMENT"} and d["documentDescribes"] == ["SPDXRef-pstat"]
		mine = d["packages"][0]
		assert mine["versionInfo"] == version and mine["checksums"] == [{ "algorithm": "SHA256", "checksumValue":
		    hashlib.sha256(open(f"{folder}/{mine['packageFileName']}", "rb").read()).hexdigest() }]
		trees = {line.split("\t")[1].split(":")[0] for line in open("tables/models.tsv") if line[0] != "#"}
		assert {f"SPDXRef-{t}" for t in trees} <= set(ids), trees
	EOF
}
quick() {
	versions
	check_pkgbuild > "$tmp/said" 2>&1; say $? 'PKGBUILD has what makepkg needs'
	has rpmspec 'the spec of rpm' && { rpmspec -P packaging/pstat.spec > "$tmp/said" 2>&1; say $? 'rpmspec reads the spec'; }
	has nix-instantiate 'the expression of Nix' && { check_nix > "$tmp/said" 2>&1; say $? 'nix-instantiate evaluates the expression'; }
	has systemd-analyze 'the unit of systemd' && {
		sed 's|ExecStart=pstat|ExecStart=/bin/true|' share/pstat-metrics.service > "$tmp/pstat-metrics.service"
		systemd-analyze verify --man=no "$tmp/pstat-metrics.service" > "$tmp/said" 2>&1; say $? 'systemd reads the unit'
	}
	if ! git rev-parse -q --verify HEAD > /dev/null 2>&1; then echo 'ok - the SBOM # SKIP no git repository'
	else has python3 'the SBOM' && { check_sbom > "$tmp/said" 2>&1; say $? 'the SBOM keeps the rules of SPDX 2.3'; }
	fi
}

# --- packages: minutes --------------------------------------------------------------------------

check_deb() {
	has dh 'a package of Debian' || return
	CHECK=1 packaging/package.sh deb "$tmp/deb" > "$tmp/said" 2>&1; say $? 'the deb is built, and passes its tests' || return
	has lintian 'lintian' && {
		lintian --allow-root --pedantic --fail-on error,warning,info,pedantic "$tmp"/deb/*.changes > "$tmp/said" 2>&1
		say $? 'lintian finds nothing in the deb'
	}
	has debootstrap 'the deb in a minimal system' || return
	[ "$(id -u)" = 0 ] || { echo 'ok - the deb in a minimal system # SKIP only root can make one'; return; }
	make_system > "$tmp/said" 2>&1 || { say 1 'a minimal system'; return; }
	cp "$tmp"/deb/pstat_*.deb "$tmp/system/pstat.deb"
	unshare --mount --pid --fork --kill-child "$0" inside "$tmp/system"
	rc=$((rc | $?))
}
# From this machine's own package source; kept in the cache of check-fresh.
make_system() {
	cache=${FRESH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pstat-fresh}
	suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $suite" | head -n 1)
	mkdir -p "$tmp/system" "$cache"
	[ -f "$cache/$suite-packages.tar" ] || {
		PATH=$PATH:/usr/sbin:/sbin debootstrap --variant=minbase "$suite" "$tmp/made" "$mirror" &&
			tar -C "$tmp/made" -cf "$cache/$suite-packages.tar.new" . &&
			mv "$cache/$suite-packages.tar.new" "$cache/$suite-packages.tar" && rm -rf "$tmp/made"
	} && tar -C "$tmp/system" -xf "$cache/$suite-packages.tar"
}
# In a namespace of its own: SYSTEM is what was made.
inside() {
	system=$1
	mount --make-rprivate / && mount -t proc proc "$system/proc" && mount --rbind /sys "$system/sys" || exit
	# What does not belong to any package is left over after the removal.
	files() { (cd "$system" && find . -path ./proc -prune -o -path ./sys -prune -o -path ./var -prune -o -print | sort); }
	run() { chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@" > "$tmp/said" 2>&1; }
	files > "$tmp/before"
	run dpkg -i /pstat.deb; say $? 'the deb is installed in a minimal system'
	run pstat --version; grep -qx "pstat $version" "$tmp/said"; say $? 'pstat runs there'
	run pstat -e task-clock -x , true; grep -q '^[0-9.]*,msec,task-clock' "$tmp/said"; say $? 'pstat counts there'
	run dpkg --purge pstat; say $? 'the deb is removed'
	files > "$tmp/after"
	diff "$tmp/before" "$tmp/after" > "$tmp/said"; say $? 'the deb leaves nothing behind'
	exit $rc
}
# makepkg refuses root, and elsewhere than on Arch there is no pacman to ask.
check_arch() {
	has makepkg 'a package of Arch' && has bsdtar 'a package of Arch' && has fakeroot 'a package of Arch' || return
	place=$(mktemp -d) && packaging/package.sh source "$place" > "$tmp/said" 2>&1 && cp packaging/PKGBUILD "$place/" || { say 1 'sources for Arch'; return; }
	set --
	[ "$(id -u)" != 0 ] || { chown -R 65534:65534 "$place"; set -- setpriv --reuid 65534 --regid 65534 --clear-groups; }
	command -v pacman > /dev/null || set -- "$@" env PACMAN=true
	(cd "$place" && HOME=$place "$@" makepkg -d --nocheck) > "$tmp/said" 2>&1 && mkdir "$tmp/arch" &&
		bsdtar -C "$tmp/arch" -xf "$place"/pstat-"$version"-1-*.pkg.tar.* && [ "$("$tmp/arch/usr/bin/pstat" --version)" = "pstat $version" ]
	say $? 'the package of Arch is built, and its program runs'
	rm -rf "$place"
}
check_rpm() {
	has rpmbuild 'a package of rpm' || return
	packaging/package.sh rpm "$tmp/rpm" > "$tmp/said" 2>&1; say $? 'the rpm is built' || return
	mkdir -p "$tmp/root"
	rpm --root "$tmp/root" --nodeps --noscripts -i "$tmp"/rpm/*.rpm > "$tmp/said" 2>&1 &&
		[ "$("$tmp/root/usr/bin/pstat" --version)" = "pstat $version" ]; say $? 'the rpm is installed in an empty folder, and runs'
	# Who builds for others signs it and says who it was; groups are of the time before 2010.  pstat only ever sets
	# its user to the one who called it, whose groups it has.
	echo 'Filters = ["no-signature", "no-packager-tag", "no-group-tag", "missing-call-to-setgroups-before-setuid"]' > "$tmp/rpmlint.toml"
	has rpmlint 'rpmlint' && {
		rpmlint -c "$tmp/rpmlint.toml" "$tmp"/rpm/*.rpm packaging/pstat.spec > "$tmp/said" 2>&1
		grep -q ' 0 errors' "$tmp/said"; say $? 'rpmlint finds no error'
	}
}
# In two folders, at other times, with another umask, locale and number of jobs.
check_reproducible() {
	has musl-gcc 'the same bytes twice' && has dh 'the same bytes twice' || return
	epoch=$(git log -1 --format=%ct)
	mkdir "$tmp/a" "$tmp/another-folder"
	git clone -q . "$tmp/a/tree" && git clone -q . "$tmp/another-folder/with a longer name" || return
	mkdir "$tmp/a/tmp" "$tmp/another-folder/tmp"
	(cd "$tmp/a/tree" && umask 022 && export TMPDIR=$tmp/a/tmp && SOURCE_DATE_EPOCH=$epoch packaging/package.sh release ../out) > "$tmp/said" 2>&1
	say $? 'a release is made'
	(cd "$tmp/another-folder/with a longer name" && umask 077 && export TMPDIR=$tmp/another-folder/tmp && TZ=Asia/Tokyo LANG=de_DE.UTF-8 SOURCE_DATE_EPOCH=$epoch \
		packaging/package.sh release "$tmp/another-folder/out put") > "$tmp/said" 2>&1
	say $? 'another release is made'
	sed 's/^/# /' "$tmp/a/out/SHA256SUMS"
	(cd "$tmp/another-folder/out put" && sha256sum -c "$tmp/a/out/SHA256SUMS") > "$tmp/said" 2>&1
	say $? 'the same commit makes the same bytes, in two folders'
	binary=pstat-$version-linux-$(uname -m)
	tar -C "$tmp" -xzf "$tmp/a/out/$binary.tar.gz" && [ "$("$tmp/$binary/bin/pstat" --version)" = "pstat $version" ] &&
		! readelf -l "$tmp/$binary/bin/pstat" | grep -q INTERP
	say $? 'the program of the tarball runs, and needs no library'
}

case ${1:-} in
versions) versions ;;
quick) quick ;;
packages) quick; check_deb; check_rpm; check_arch; check_reproducible ;;
deb | rpm | arch | reproducible) "check_$1" ;;
inside) inside "$2" ;;
*) sed -n 's/^# check.sh \(.*\) - .*/usage: packaging\/check.sh \1/p' "$0" >&2; exit 2 ;;
esac
exit $rc
