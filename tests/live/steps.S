/* SPDX-License-Identifier: MIT */
/*
 * A program of a few milliseconds that executes 8,004,216 instructions (one more on Arm): 4 million
 * turns of two, and then, 0x100 bytes apart from 0x500100 on, 100 turns, 200, ... 600.
 */
	.globl _start
	.section .note.GNU-stack,"",%progbits
	.text
#if defined(__x86_64__)
	.macro	step number, turns, next
	.org	\number * 0x100
step\number:
	dec	%ecx
	jnz	step\number
	mov	$\turns, %ecx
	jmp	\next
	.endm
_start:
	mov	$4000000, %ecx
1:	dec	%ecx
	jnz	1b
	mov	$100, %ecx
	jmp	step1
	step	1, 200, step2
	step	2, 300, step3
	step	3, 400, step4
	step	4, 500, step5
	step	5, 600, step6
	.org	0x600
step6:
	dec	%ecx
	jnz	step6
	mov	$60, %eax		/* exit */
	xor	%edi, %edi
	syscall
#elif defined(__aarch64__)
	.macro	step number, turns, next
	.org	\number * 0x100
step\number:
	subs	w1, w1, #1
	b.ne	step\number
	mov	w1, #\turns
	b	\next
	.endm
_start:
	mov	w1, #0x0900
	movk	w1, #0x3d, lsl #16
1:	subs	w1, w1, #1
	b.ne	1b
	mov	w1, #100
	b	step1
	step	1, 200, step2
	step	2, 300, step3
	step	3, 400, step4
	step	4, 500, step5
	step	5, 600, step6
	.org	0x600
step6:
	subs	w1, w1, #1
	b.ne	step6
	mov	w8, #93
	mov	w0, #0
	svc	#0
#else
#error no program for this architecture
#endif
