# SPDX-License-Identifier: MIT
# pstat - count performance events.  GNU make; `make help` lists the targets.
#
# Yours to set:      CC CFLAGS CPPFLAGS LDFLAGS LDLIBS prefix DESTDIR CROSS_COMPILE STRIP V=1
# Build flavours:    make SAN=address,undefined    make WERROR=1    make CC=musl-gcc    make HARDEN=
# ./pstat is static where the compiler can link it so.  STATIC= : dynamic;  STATIC=1: the tests' programs are static, too.
# Each flavour has a tree of its own under build/; FLAVOUR=name makes one more.
# Local settings go in config.mk, which git ignores.
# This file builds and installs; tests/*.mk check, packaging/packaging.mk makes what is published.
-include config.mk

NAME    := pstat
VERSION := 0.1.0

# --- tools and flags ---------------------------------------------------------
comma := ,
empty :=
define newline


endef
quote = '$(subst ','\'',$(1))'
ifeq ($(origin CC),default)
CC := $(CROSS_COMPILE)gcc
endif
ifeq ($(origin AR),default)
AR := $(CROSS_COMPILE)ar
endif
NM      ?= $(CROSS_COMPILE)nm
# STRIP= : install keeps what a debugger reads, as packages do that strip on their own
STRIP   ?= $(CROSS_COMPILE)strip
INSTALL ?= install
CFLAGS  ?= $(if $(COVERAGE),-O0,-O2) -g

cc_name := $(notdir $(firstword $(CC)))
musl    := $(findstring musl-gcc,$(cc_name))

traits  := $(filter-out gcc cc,$(cc_name)) $(subst $(comma),-,$(SAN)) $(if $(filter-out undefined,$(origin STATIC)),$(if $(STATIC),static,dynamic)) $(if $(COVERAGE),coverage)
flavour := $(or $(FLAVOUR),$(subst $(empty) $(empty),-,$(strip $(traits))),release)
B := build/$(flavour)

prefix      ?= /usr/local
bindir      ?= $(prefix)/bin
datadir     ?= $(prefix)/share
mandir      ?= $(datadir)/man
includedir  ?= $(prefix)/include
zshdir      ?= $(datadir)/zsh/site-functions

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings \
        -Wcast-qual -Wformat=2 -Wundef -Wvla -Wpointer-arith -Wconversion -Wsign-conversion \
        -Wmissing-declarations -Wold-style-definition -Wnested-externs -Wdate-time \
        -Wunused-macros -Wimplicit-fallthrough -Wno-missing-field-initializers
# What only one of them knows.
ifneq ($(findstring clang,$(CC)),)
WARN += -Wshorten-64-to-32 -Wcast-align -Wunreachable-code -Wmissing-variable-declarations \
        -Wloop-analysis -Wcovered-switch-default -Wextra-semi -Wduplicate-enum
else
WARN += -Wcast-align=strict -Wduplicated-cond -Wlogical-op \
        -Wformat-overflow=2 -Wshift-overflow=2 -Wjump-misses-init -Walloca
endif
own_cflags  := -std=gnu11 -Iinclude -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -DPSTAT_VERSION='"$(VERSION)"' $(WARN) -fno-common
own_ldflags :=
own_libs    := -lm
ifdef WERROR
own_cflags  += -Werror
endif
ifdef SAN
own_cflags  += -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
own_ldflags += -fsanitize=$(SAN)
endif
ifdef COVERAGE
own_cflags  += --coverage
own_ldflags += --coverage
endif
HARDEN ?= 1

# --- what the compiler takes -----------------------------------------------------
# It is asked once for a flavour, and the answers are kept until compiler, flags or this file change.
needs_compiler := $(filter-out help clean dist size format uninstall deps%,$(or $(MAKECMDGOALS),all))
ifneq ($(needs_compiler),)
compiler := $(realpath $(firstword $(wildcard $(firstword $(CC)) $(addsuffix /$(firstword $(CC)),$(subst :, ,$(PATH))))))
question := $(compiler) | $(CC) | $(own_cflags) | $(own_ldflags) | $(CPPFLAGS) | $(CFLAGS) | $(LDFLAGS) | $(HARDEN) | $(origin STATIC) $(STATIC)
-include $B/probed.mk
ifneq ($(value question_then) $(shell find Makefile $(wildcard config.mk) -newer $B/probed.mk 2>&1),$(question) )
# The checked memset() of glibc's libc.a cannot be in a position independent program for i386.
takes = $(shell printf '\043include <string.h>\nint main(int c, char **v) { char b[64]; memset(b, c, (unsigned)c); return !v + b[c & 1]; }\n' | $(CC) -Werror $(CPPFLAGS) $(CFLAGS) $(1) $(LDFLAGS) -x c -o /dev/null - 2> /dev/null && echo yes)
taken = $(if $(call takes,$(2) $(1)),$(1),$(foreach f,$(1),$(if $(call takes,$(2) $f),$f)))
# In the longer registers of x87 the same comparison may come out differently twice.
x87 := $(shell echo __i386__ __FLT_EVAL_METHOD__ | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -x c - 2> /dev/null)
machine_cflags := $(if $(filter 1,$(firstword $(x87))),$(if $(filter 2,$(lastword $(x87))),-msse2 -mfpmath=sse))
ifdef musl
# musl-gcc knows its own headers only, not the kernel's
machine_cflags += -idirafter /usr/include -idirafter /usr/include/$(shell gcc -print-multiarch)
# It ignores -static-pie and would link dynamically, so rcrt1.o is linked by hand.
rcrt1 := $(wildcard $(patsubst %/Scrt1.o,%/rcrt1.o,$(shell $(CC) '-###' -x c /dev/null 2>&1 | grep -o '[^ "]*/Scrt1\.o')))
static_pie := $(if $(rcrt1),-static -nostartfiles -Wl$(comma)-pie$(comma)--no-dynamic-linker$(comma)-z$(comma)text $(rcrt1))
else
static_pie := -static-pie
endif
# Hardening, as far as compiler, C library and CFLAGS take it: 51,000 more instructions at the start, 1 % more text.
# Sanitizers and gcov want none of it.
harden_cflags :=
harden_ldflags :=
ifeq ($(HARDEN)$(SAN)$(COVERAGE),1)
harden_cflags := $(call taken,-fPIE -fstack-protector-strong -fstack-clash-protection -fcf-protection -Wp$(comma)-U_FORTIFY_SOURCE$(comma)-D_FORTIFY_SOURCE=3)
pie := $(if $(STATIC),$(static_pie),-pie)
harden_ldflags := $(if $(call takes,$(pie) $(harden_cflags)),$(pie)) \
	$(call taken,-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now$(comma)-z$(comma)noexecstack)
endif
# A static program starts in five sixths of the time, with the same hardening.  With musl it would be two thirds, but
# musl knows no locales, and reads large files of results a third slower.  Of the tests' programs
# those that are started thousands of times are linked in the same way.
program_ldflags := $(harden_ldflags)
ifeq ($(origin STATIC)$(SAN)$(COVERAGE),undefined)
fast := $(if $(harden_ldflags),$(if $(filter -pie,$(harden_ldflags)),$(static_pie)),-static)
ifneq ($(if $(fast),$(call takes,$(fast) $(harden_cflags) $(own_libs))),)
program_ldflags := $(fast) $(filter-out -pie,$(harden_ldflags))
endif
endif
# A compiler that cannot make a program yet is asked again.
ifneq ($(call takes),)
$(shell mkdir -p $B && printf '%s\n' 'define question_then' $(call quote,$(question)) endef \
	$(foreach v,machine_cflags harden_cflags harden_ldflags program_ldflags,$(call quote,$v := $($v))) > $B/probed.$$$$ && mv $B/probed.$$$$ $B/probed.mk)
endif
endif
own_cflags  += $(machine_cflags)
ifdef STATIC
own_ldflags += $(if $(filter -static-pie -static,$(harden_ldflags)),,-static)
endif
endif
compile = $(CC) $(own_cflags) $(harden_cflags) $(CPPFLAGS) $(CFLAGS)
link    = $(CC) $(own_ldflags) $(harden_ldflags) $(CFLAGS) $(LDFLAGS)
link_program = $(CC) $(own_ldflags) $(program_ldflags) $(CFLAGS) $(LDFLAGS)

# --- building ----------------------------------------------------------------
srcs  := $(sort $(wildcard src/*/*.c src/*/*/*.c))
tables := tables/cpus.tsv tables/formats.tsv tables/kernel.tsv $(sort $(wildcard tables/*.events.tsv tables/*.metrics.tsv))
hdrs  := $(sort $(wildcard include/*/*.h include/*/*/*.h))
objs  := $(patsubst %.c,$B/%.o,$(filter-out src/cli/main.c,$(srcs))) $B/gen/schema.o $B/gen/page.o $B/gen/manual.o $B/gen/tables.o

.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
# What the README names builds with all CPUs; a -j of yours comes first.
ifeq ($(origin JOBS),undefined)
JOBS := $(shell nproc 2> /dev/null || echo 2)
endif
export JOBS
ifeq ($(MAKELEVEL)$(filter-out all deps check check-build,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(JOBS)
endif
ifneq ($(V),1)
Q := @
say = @printf '  %-7s %s\n' '$(1)' '$(2)';
endif

.PHONY: all
all: $B/$(NAME)  ##1 build ./pstat (default)
ifndef FLAVOUR
# Beside and renamed: the program may be running.
	$(Q)cmp -s $< $(NAME) || { cp $< $(NAME).new && mv $(NAME).new $(NAME); }
endif

$B/$(NAME): $B/src/cli/main.o $(objs)
	$(call say,LINK,$@)$(link_program) -o $@ $^ $(LDLIBS) $(own_libs)

$B/libpstat.a: $(objs)
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^

$B/%.o: %.c $B/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(compile) $(extra) -MMD -MP -c -o $@ $<

# The schema becomes part of the program, so that it can print it.
$B/gen/schema.c: share/pstat-1.schema.json Makefile
	@mkdir -p $(@D)
	$(Q){ echo '#include "format/json_schema.h"'; echo 'const char json_schema_text[] ='; \
	sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $<; echo ';'; } > $@
# So does the style of HTML pages.
$B/gen/page.c: src/format/html/page.css Makefile
	@mkdir -p $(@D)
	$(Q){ echo '#include "format/html/page.h"'; echo 'const char page_css[] ='; \
	sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $<; echo ';'; } > $@
# So does the beginning of each manual page.
$B/gen/manual.c: src/cli/manual.awk $(wildcard man/*.[1-9])
	@mkdir -p $(@D)
	$(Q)LC_ALL=C awk -f $< $(filter man/%,$^) > $@
# So do the tables of the vendors' events; LC_ALL: the order and the length of texts are those of bytes.
$B/gen/tables.c: tables/compile.awk $(tables)
	@mkdir -p $(@D)
	$(call say,GEN,$@)LC_ALL=C awk -f tables/compile.awk $(tables) > $@
$B/gen/%.o: $B/gen/%.c $B/flags
	$(call say,CC,$<)$(compile) -MMD -MP -c -o $@ $<

# Everything is built again when the compiler or the flags change.
flags := $(call quote,$(compile) $(link) $(link_program))
write_flags = mkdir -p $B && printf '%s\n' $(flags) > $B/flags
ifneq ($(needs_compiler),)
$(shell printf '%s\n' $(flags) | cmp -s - $B/flags || { $(write_flags); })
# What each object includes.
-include $(wildcard $B/*/*.d $B/*/*/*.d $B/*/*/*/*.d $B/*/*/*/*/*.d)
endif
$B/flags:
	@$(write_flags)
FORCE:

# --- install -----------------------------------------------------------------
# MODE:FILE:WHERE, the one list that install and uninstall share
install_list := \
	755:$B/$(NAME):$(bindir)/$(NAME) \
	$(foreach m,$(wildcard man/*.[1-9]),644:$m:$(mandir)/man$(patsubst .%,%,$(suffix $m))/$(notdir $m)) \
	644:include/pstat/region.h:$(includedir)/pstat/region.h \
	644:$B/gen/$(NAME).pc:$(datadir)/pkgconfig/$(NAME).pc \
	$(foreach s,$(wildcard share/*),644:$s:$(datadir)/$(NAME)/$(notdir $s)) \
	644:completions/$(NAME).bash:$(datadir)/bash-completion/completions/$(NAME) \
	644:completions/_$(NAME):$(zshdir)/_$(NAME) \
	644:completions/$(NAME).fish:$(datadir)/fish/vendor_completions.d/$(NAME).fish
part = $(word $(1),$(subst :, ,$(2)))
.PHONY: install uninstall
# For programs that include pstat/region.h.
$B/gen/$(NAME).pc: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'Name: $(NAME)' 'Description: counts events in regions of a program' 'Version: $(VERSION)' \
	'Cflags: -I$(includedir)' > $@
install: $B/$(NAME) $B/gen/$(NAME).pc  ## install under $(DESTDIR)$(prefix)
	$(foreach f,$(install_list),$(INSTALL) -D -m $(call part,1,$f) '$(call part,2,$f)' '$(DESTDIR)$(call part,3,$f)'$(newline)	)
	$(if $(STRIP),$(STRIP) '$(DESTDIR)$(bindir)/$(NAME)')
uninstall:  ## remove what install put there
	rm -f $(foreach f,$(install_list),'$(DESTDIR)$(call part,3,$f)')

# --- what has to be installed ---------------------------------------------------
.PHONY: deps deps-ci deps-cross deps-vm deps-cpus deps-fresh deps-packages deps-perf612
deps:  ##1 install what building and `check` need
	$(Q)tests/deps.sh base $(CC)
deps-ci:  ## and what .ci/run needs: clang, musl, valgrind, perf, ...
	$(Q)tests/deps.sh ci
deps-cross:  ## and what check-cross and check-ports need: compilers, qemu, the source of cmocka
	$(Q)tests/deps.sh cross
deps-vm:  ## and what check-vm needs: qemu, a compiler, a kernel and perf for arm64
	$(Q)tests/deps.sh vm && { tests/vm/fetch.sh > /dev/null || [ $$? = 77 ]; }
deps-cpus:  ## and what check-cpus needs: qemu for x86-64, busybox
	$(Q)tests/deps.sh cpus
deps-fresh:  ## and what check-fresh needs: debootstrap
	$(Q)tests/deps.sh fresh
deps-packages:  ## and what packages and their checks need: debhelper, lintian, rpm, makepkg, nix, debootstrap
	$(Q)tests/deps.sh packages
deps-perf612:  ## and what check-random needs: perf of Linux 6.12, in build/perf612
	$(Q)tests/deps.sh perf612
# `make -j deps check` installs first.
ifneq ($(filter deps%,$(MAKECMDGOALS)),)
$B/flags: | $(filter deps%,$(MAKECMDGOALS))
endif

rules := tests/tests.mk tests/live.mk tests/fuzz.mk tests/ports.mk tests/bench.mk tests/hard.mk packaging/packaging.mk
include $(rules)

# --- housekeeping --------------------------------------------------------------
.PHONY: clean help
clean:  ## remove what was built
	rm -rf build $(NAME) $(NAME)-$(VERSION).tar.gz
help:  ## show this
	@awk -f tests/help.awk Makefile $(rules)
