# SPDX-License-Identifier: MIT
# ports.mk - other compilers, C libraries and machines.

# --- other compilers and machines ------------------------------------------------
CROSS := aarch64-linux-gnu riscv64-linux-gnu arm-linux-gnueabihf s390x-linux-gnu i686-linux-gnu
.PHONY: check-cross $(CROSS:%=check-cross-%) check-cross-musl check-cross-headers syntax $(CROSS:%=check-syntax-%)
check-cross: $(CROSS:%=check-cross-%) check-cross-musl check-cross-headers  ## build for arm64, riscv64, armhf, s390x, i386, musl, old headers
$(CROSS:%=check-cross-%): check-cross-%:
	$(Q)if command -v $*-gcc > /dev/null; then tests/cross.sh $* $(MAKE) --no-print-directory; \
	else echo 'ok - builds for $* # SKIP no $*-gcc, see make deps-cross'; fi
check-cross-musl:
	$(Q)if command -v musl-gcc > /dev/null; then \
	$(MAKE) --no-print-directory CC=musl-gcc STATIC=1 WERROR=1 FLAVOUR=musl-gcc-static all && echo 'ok - builds for musl'; \
	else echo 'ok - builds for musl # SKIP no musl-gcc, see make deps-ci'; fi

# Without code and programs: a third of the time.
$(CROSS:%=check-syntax-%): check-syntax-%:
	$(Q)$(MAKE) --no-print-directory CROSS_COMPILE=$*- FLAVOUR=$* STATIC=1 syntax && echo 'ok - no warning for $*' || { echo 'not ok - no warning for $*'; exit 1; }
syntax:
	$(Q)$(compile) -Werror -fsyntax-only $(srcs) $(wildcard tests/fake/*.c) -Itests/fake

# What came to this header later is left out of it.
old_header := /CGROUP_SWITCHES|FORMAT_LOST[[:space:]]*=|(ksymbol|bpf_event|aux_output|cgroup|text_poke|build_id|inherit_thread|remove_on_exec|sigtrap) *: +1|(aux_sample_size|__reserved_3|sig_data);/d
check-cross-headers:
	@mkdir -p $B/old/linux
	$(Q)sed -E '$(old_header); s/(__reserved_1 *:) *[0-9]+/\1 35/' /usr/include/linux/perf_event.h > $B/old/linux/perf_event.h
	$(Q)$(compile) -I$B/old -Werror -fsyntax-only $(srcs) $(wildcard tests/fake/*.c) -Itests/fake && echo 'ok - builds with the headers of Linux 4.14' \
	|| { echo 'not ok - builds with the headers of Linux 4.14'; exit 1; }

# `make check-ports PARTS='check-unit check-cli'`, or check-port-s390x-linux-gnu: one of them.
PORTS := musl $(CROSS)
export PARTS
.PHONY: check-ports $(PORTS:%=check-port-%)
check-ports: $(PORTS:%=check-port-%)  ## tests on other machines, by way of qemu, and with musl
$(PORTS:%=check-port-%): check-port-%:
	$(Q)tests/ports.sh $* $(MAKE) --no-print-directory

# --- real hardware counters, in an emulated machine: see tests/vm/run ------------
.PHONY: vm-build check-vm check-vm-all
vm-build: $B/$(NAME) $B/conform $(lives)
check-vm:  ## counts that are known, on real counters; CASES='known gate': only these
	$(Q)tests/vm/check.sh $(CASES)
hard += check-cpus
.PHONY: check-cpus
check-cpus: $B/$(NAME)  ## baselines of valgrind on emulated machines of other x86-64 CPUs; see make deps-cpus
	$(Q)tests/cpus/run.sh $(abspath $<)
hard += check-vm-all
check-vm-all:  ## the same, and on other CPU models
	$(Q)rc=0; tests/vm/check.sh $$(ls tests/vm/cases) || rc=1; for cpu in cortex-a57 max; do \
	tests/vm/check.sh -c $$cpu known multiplex exact gate machine targets formats || rc=1; done; exit $$rc
