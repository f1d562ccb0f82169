/* SPDX-License-Identifier: MIT */
/* A program that executes 200,000,004 instructions: 2 set up, 2 in each of 100 million turns, 2 to end itself. */
	.globl _start
	.section .note.GNU-stack,"",%progbits
	.text
_start:
#if defined(__x86_64__)
	mov	$60, %eax		/* exit */
	mov	$100000000, %ecx
1:	dec	%ecx
	jnz	1b
	xor	%edi, %edi
	syscall
#elif defined(__aarch64__)
	mov	w8, #93
	ldr	w1, =100000000
1:	subs	w1, w1, #1
	b.ne	1b
	mov	w0, #0
	svc	#0
#else
#error no program for this architecture
#endif
