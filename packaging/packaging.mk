# SPDX-License-Identifier: MIT
# packaging.mk - what is published: packages, the source tarball, the pictures of README.md.

# --- release ---------------------------------------------------------------------
# Each says what it made, and where; packaging/package.sh has the details.
.PHONY: deb rpm release check-packaging check-packages
deb:  ## a package of Debian, of the last commit
	$(Q)packaging/package.sh deb
rpm:  ## a package of rpm
	$(Q)packaging/package.sh rpm
release:  ## sources, static program, deb, SBOM and sums, of a clean tree
	$(Q)packaging/package.sh release build/$(NAME)-$(VERSION)
check-packaging:  ## the descriptions of packages are in order
	$(Q)packaging/check.sh quick
hard += check-packages
check-packages:  ## packages install and run in a minimal system; releases are reproducible to the byte
	$(Q)packaging/check.sh packages

.PHONY: dist distcheck clean help
dist:  ## reproducible source tarball from HEAD
	git archive --format=tar --prefix=$(NAME)-$(VERSION)/ HEAD | gzip -n9 > $(NAME)-$(VERSION).tar.gz
# DISTCHECK='check-docs check-install' is enough where the same files have passed all of check.
DISTCHECK ?= check
distcheck: dist  ## the tarball builds, passes its tests, installs and uninstalls
	rm -rf build/dist && mkdir -p build/dist && tar -xzf $(NAME)-$(VERSION).tar.gz -C build/dist
	$(MAKE) -C build/dist/$(NAME)-$(VERSION) all
	$(MAKE) -C build/dist/$(NAME)-$(VERSION) $(DISTCHECK)

# --- what README.md shows ------------------------------------------------------
.PHONY: html picture
html: $B/$(NAME)  ## example pages of every kind of report, in build/html
	$(Q)docs/picture.sh $< pages
picture: $B/$(NAME)  ## make the pictures of README.md again, in docs/
	$(Q)docs/picture.sh $< pictures
