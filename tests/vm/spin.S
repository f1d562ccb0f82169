/* SPDX-License-Identifier: MIT */
/* spin N - execute N turns of two instructions and exit: 10 + 2 N instructions, and 6 for each digit of N.
 * Without N: a million turns, 2000008 instructions.  No C library and no stack, so that the count never changes. */
	.globl	_start
	.section .note.GNU-stack,"",%progbits
	.text
_start:	ldr	x0, [sp]		/* argc */
	cmp	x0, #2
	b.lo	3f
	ldr	x1, [sp, #16]		/* argv[1] */
	mov	x2, #0
	mov	x4, #10
	ldrb	w3, [x1], #1
1:	sub	w3, w3, #'0'		/* six instructions a digit */
	madd	x2, x2, x4, x3
	ldrb	w3, [x1], #1
	nop
	nop
	cbnz	w3, 1b
2:	subs	x2, x2, #1
	b.ne	2b
	mov	x0, #0
	mov	x8, #93			/* exit */
	svc	#0
3:	ldr	x2, =1000000
	b	2b
