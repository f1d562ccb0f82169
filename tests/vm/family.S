/* SPDX-License-Identifier: MIT */
/* family [X] - four processes one after another, or with any argument four threads side by side.
 *
 * Each child executes 200,005 instructions: the branch after clone, two, 100,000 turns of two, and two to exit.
 * The parent executes 6 before the first child and 3 after the last; 14 for each process, with waiting for it;
 * 9 for each thread, and one more after the last. */
	.globl	_start
	.section .note.GNU-stack,"",%progbits
	.text
_start:	ldr	x20, [sp]		/* argc */
	mov	x19, #4
	ldr	x21, =0x50f00		/* CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM */
	mov	x22, #17		/* SIGCHLD */
	cmp	x20, #2
	b.hs	4f
1:	mov	x0, x22			/* a process: 7 */
	mov	x1, #0
	mov	x2, #0
	mov	x3, #0
	mov	x8, #220		/* clone */
	svc	#0
	cbz	x0, 3f
	mov	x1, #0			/* wait for it: 7 */
	mov	x2, #0
	mov	x3, #0
	mov	x8, #260		/* wait4 */
	svc	#0
	subs	x19, x19, #1
	b.ne	1b
2:	mov	x0, #0			/* 3 */
	mov	x8, #93			/* exit: the process lives on until its last thread exits */
	svc	#0
3:	ldr	x2, =100000		/* a child */
	nop
5:	subs	x2, x2, #1
	b.ne	5b
	mov	x8, #93
	svc	#0
4:	mov	x0, x21			/* a thread: 9 */
	mov	x1, #0			/* no stack of its own: none is used */
	mov	x2, #0
	mov	x3, #0
	mov	x8, #220
	svc	#0
	cbz	x0, 3b
	subs	x19, x19, #1
	b.ne	4b
	b	2b
