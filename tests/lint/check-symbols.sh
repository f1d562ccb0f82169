#!/bin/sh
# SPDX-License-Identifier: MIT
# check-symbols.sh NM OBJECT... - what each room may call in the C library, by allow-list.
#
# Read from the objects, so no macro, comment or spelling can hide a call.  A room may use the lines `every`
# and its own; table, metric, benchmark, compare, format, session and base/stats, base/quantiles also `math`.
set -u
nm=$1; shift

allow='
every	memcpy memmove memset memcmp memchr bcmp strlen strnlen strcmp strncmp strchr strchrnul strrchr strcspn strspn strstr strsep
every	strcasecmp strncasecmp strpbrk strdup strndup strerror free snprintf vsnprintf strtol strtoll strtoul strtoull strtod qsort bsearch fnmatch
every	ctype_b_loc isdigit isxdigit isalpha isalnum isspace isupper islower isprint tolower toupper ctype_tolower_loc ctype_toupper_loc errno_location
base/index	getauxval
base/mem	realloc malloc calloc write _exit exit
host	syscall read write ioctl open openat open64 openat64 faccessat close fcntl fcntl64 fstat fstat64 mmap mmap64 munmap
host	regcomp regexec regerror regfree wait4 waitid ptrace kill libc_current_sigrtmin libc_current_sigrtmax signalfd sigemptyset sigaddset sigdelset sigfillset
host	sigaction sigprocmask signal getrlimit getrlimit64 setrlimit setrlimit64 sync clock_gettime ppoll poll socket setsockopt getsockopt
host	chdir vfork fork execve execv _exit exit pipe2 dup2 dup3 setpgid personality sched_setaffinity getrusage getenv environ getpid getpgrp getpgid getsid tcgetpgrp
host	isatty send pread pread64 ftruncate ftruncate64 fallocate fallocate64 sigpending sigismember
host	lstat lstat64 lseek lseek64 readlink readlinkat statfs statfs64 getuid getgid getauxval setresuid setresgid
host/valgrind	chmod mkdtemp unlinkat
host	stat stat64 access statvfs statvfs64 getxattr geteuid getegid prctl
host/file	realpath secure_getenv
host/program	dl_iterate_phdr
host/fixed_loop	madvise
host/disturbance	sysconf
output	close unlink sigaction sigprocmask sigfillset getpid stat stat64
output/message	fileno getenv isatty
output/pager	pipe2
output/full_screen	tcgetattr tcsetattr signalfd sigemptyset sigaddset
output/temp_file	mkostemp mkostemp64 rename syscall link kill libc_current_sigrtmax
output/lock	flock nanosleep __nanosleep_time64 open open64
output/locked_folder	flock mkdir mkdtemp rmdir open open64 opendir readdir readdir64 closedir
output/overwrite	fstat fstat64 lseek lseek64 ftruncate ftruncate64 sigdelset
output/output_file	access fstat fstat64 fchmod umask getxattr fgetxattr fcntl fcntl64 fileno
math	sqrt fabs fmin fmax erfc lgamma llround round floor ceil trunc log log10 exp exp2 pow fmod isnan isinf fpclassify
session	isatty fileno strsignal time gmtime_r strftime getpid
cli	fclose fdopen open open64 fcntl fcntl64 close getenv secure_getenv
cli	isatty time localtime localtime_r strftime ctime_r fileno
cli	strsignal getpid sigaction
cli/app	getauxval gnu_get_libc_version
cli/output	realpath setlocale nl_langinfo
cli/git_commit	realpath
session/base_build	getenv
session/session_messages	getenv
session/recorder	rename stat stat64 lstat lstat64 fstat fstat64 lseek lseek64
cli/main	stdout stderr
'
# __memcpy_chk, __open64_2, __isoc99_strtoull, ___errno_location are the same functions under other names;
# calls that the compiler makes by itself are not checked.
{ echo "$allow"; "$nm" -A --defined-only -g "$@"; "$nm" -A -u "$@"; } | awk '
	/^[a-z_\/]+\t/ { for (i = 2; i <= NF; i++) may[$1, $i]; next }
	NF < 2 { next }
	{ object = $1; sub(/:.*/, "", object); sub(/.*src\//, "", object); symbol = $NF; sub(/@.*/, "", symbol) }
	$(NF - 1) != "U" { own[symbol]; next }
	symbol ~ /^(_GLOBAL_OFFSET_TABLE_|__stack_chk_.*|__(asan|ubsan|gcov|sanitizer|tsan|msan|sancov)_.*|__u?(div|mod|mul|fix|float|ash|lsh|clz|ctz|popcount)[a-z]*[0-9]*|__aeabi_.*)$/ { next }
	{ n++; used[n] = symbol; by[n] = object }
	END {
		for (i = 1; i <= n; i++) {
			symbol = used[i]; plain = symbol; room = file = by[i]
			sub(/^__isoc[0-9]*_/, "", plain); sub(/^_*/, "", plain); sub(/_chk$/, "", plain)
			if (plain ~ /^open(at)?(64)?_2$/)
				sub(/_2$/, "", plain)
			sub(/\/.*/, "", room); sub(/\.o$/, "", file)
			math = file ~ /^(table|metric|benchmark|compare|format|session)\/|^base\/(stats|quantiles)$/
			if (symbol in own || ("every", symbol) in may || ("every", plain) in may || (room, symbol) in may ||
			    (room, plain) in may || (math && ("math", plain) in may) || (file, symbol) in may || (file, plain) in may)
				continue
			print "# " by[i] ": may not use " symbol; bad = 1
		}
		print (bad ? "not ok" : "ok") " - every room keeps to its symbols"
		exit bad
	}'
