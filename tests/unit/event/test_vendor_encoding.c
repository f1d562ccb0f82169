/* SPDX-License-Identifier: MIT */
/* Tests how vendors' words become terms. */
#include "test.h"

#include "base/str.h"
#include "event/vendor/vendor_encoding.h"

static void terms(void **state)
{
	static const struct { struct encoding_word word[8]; const char *want; } cases[] = {
		{ { { "EventCode", "0xc0" }, { "UMask", "0x1" } }, "event=0xc0,umask=0x1" },
		{ { { "EventCode", "0xC0" }, { "UMask", "0x00" } }, "event=0xc0" },
		{ { { "EventCode", "42" } }, "event=0x2a" },
		{ { { "EventCode", "" } }, "event=0x0" },
		{ { { "EventCode", "0x00" }, { "UMask", "0x02" } }, "event=0x0,umask=0x2" },
		{ { { "UMask", "0x3" } }, "event=0x0,umask=0x3" },
		/* a list of codes means that any of them does */
		{ { { "EventCode", "0xB7, 0xBB" }, { "UMask", "0x1" } }, "event=0xb7,umask=0x1" },
		{ { { "EventCode", "0x2A,0x2B" } }, "event=0x2a" },
		{ { { "EventCode", "0x36" }, { "ExtSel", "1" } }, "event=0x136" },
		{ { { "EventCode", "0x36" }, { "UMask", "0x01" }, { "UMaskExt", "0xC001FE" } },
		  "event=0x36,umask=0xc001fe01" },
		{ { { "EventCode", "0x1" }, { "CounterMask", "6" }, { "EdgeDetect", "1" }, { "Invert", "1" },
		    { "AnyThread", "1" } }, "event=0x1,cmask=0x6,edge=0x1,inv=0x1,any=0x1" },
		{ { { "EventCode", "0x1" }, { "CounterMask", "0" }, { "EdgeDetect", "0" }, { "Invert", "0" },
		    { "AnyThread", "0" } }, "event=0x1" },
		{ { { "EventCode", "0x83" }, { "UMask", "0x4" }, { "PortMask", "0x01" },
		{ "FCMask", "0x07" } },
		  "event=0x83,umask=0x4,ch_mask=0x1,fc_mask=0x7" },
		/* the upper part of the umask says port and class once more */
		{ { { "EventCode", "0xc2" }, { "UMask", "0x7001004" }, { "PortMask", "0x0001" },
		{ "FCMask", "0x07" } },
		  "event=0xc2,umask=0x4,ch_mask=0x1,fc_mask=0x7" },
		{ { { "EventCode", "0x88" }, { "UMask", "0x700f020" }, { "PortMask", "0x0FF" },
		{ "FCMask", "0x07" } },
		  "event=0x88,umask=0x20,ch_mask=0xff,fc_mask=0x7" },
		{ { { "EventCode", "0xc2" }, { "UMask", "0x7002004" }, { "PortMask", "0x0001" },
		{ "FCMask", "0x07" } },
		  "event=0xc2,umask=0x7002004,ch_mask=0x1,fc_mask=0x7" },
		{ { { "EventCode", "0x01" }, { "UMask", "0x201" }, { "PortMask", "0x000" },
		{ "FCMask", "0x0" } },
		  "event=0x1,umask=0x201" },
		{ { { "EventCode", "0x0a" }, { "RdWrMask", "0x1" } }, "event=0xa,rdwrmask=0x1" },
		{ { { "EventCode", "0xac" }, { "UMask", "0x3f" }, { "EnAllCores", "0x1" },
		{ "EnAllSlices", "0x1" },
		    { "SliceId", "0x3" }, { "ThreadMask", "0x3" } },
		  "event=0xac,umask=0x3f,enallcores=0x1,enallslices=0x1,sliceid=0x3,threadmask=0x3" },
		{ { { "EventCode", "0xcd" }, { "UMask", "0x1" }, { "MSRIndex", "0x3F6" },
		{ "MSRValue", "0x80" } },
		  "event=0xcd,umask=0x1,ldlat=0x80" },
		{ { { "EventCode", "0xb7" }, { "MSRIndex", "0x1a6,0x1a7" }, { "MSRValue", "0x10001" } },
		  "event=0xb7,offcore_rsp=0x10001" },
		{ { { "EventCode", "0xb7" }, { "MSRIndex", "0x1a7" }, { "MSRValue", "0x1" } },
		  "event=0xb7,offcore_rsp=0x1" },
		{ { { "EventCode", "0xc6" }, { "MSRIndex", "0x3F7" }, { "MSRValue", "0x11" } },
		  "event=0xc6,frontend=0x11" },
		{ { { "EventCode", "0xc6" }, { "MSRIndex", "0x3F7" }, { "MSRValue", "0" } }, "event=0xc6" },
		{ { { "EventCode", "0xc0" }, { "MSRIndex", "0" }, { "MSRValue", "0x1" } }, "event=0xc0" },
		{ { { "EventCode", "0x35" }, { "UMask", "0x21" }, { "Filter", "config1=0x40e33" } },
		  "event=0x35,umask=0x21,config1=0x40e33" },
		{ { { "EventCode", "0x35" }, { "Filter", "na" } }, "event=0x35" },
		{ { { "ConfigCode", "0x12000" } }, "config=0x12000" },
		{ { { "EventidCode", "0x2" }, { "NodeType", "0x5" } }, "eventid=0x2,type=0x5" },
		/* counters of one event, by the code that every kernel knows */
		{ { { "EventName", "INST_RETIRED.ANY" }, { "UMask", "0x1" } }, "event=0xc0" },
		{ { { "EventName", "inst_retired.prec_dist" }, { "UMask", "0x1" } }, "event=0x0,umask=0x1" },
		{ { { "EventName", "inst_retired.any_p" }, { "UMask", "0x1" } }, "event=0x0,umask=0x1" },
		{ { { "EventName", "CPU_CLK_UNHALTED.THREAD" }, { "EventCode", "0x00" }, { "UMask", "0x2" } },
		  "event=0x3c" },
		{ { { "EventName", "CPU_CLK_UNHALTED.THREAD_ANY" }, { "UMask", "0x2" },
		{ "AnyThread", "1" } },
		  "event=0x3c,any=0x1" },
		{ { { "EventName", "CPU_CLK_UNHALTED.REF_TSC" },
		{ "UMask", "0x3" } }, "event=0x0,umask=0x3" },
		{ { { "EventName", "INST_RETIRED.ANY" }, { "EventCode", "0xC0" }, { "UMask", "0x1" } },
		  "event=0xc0,umask=0x1" },
		/* nothing of it is about counting */
		{ { { "EventCode", "0xc4" }, { "SampleAfterValue", "400009" }, { "PEBS", "1" },
		{ "Counter", "0,1" } },
		  "event=0xc4" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};
		size_t n = 0;

		while (n < COUNT_OF(cases[i].word) && cases[i].word[n].key)
			n++;
		vendor_encoding_add_terms(&out, cases[i].word, n);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

static void what_is_no_word(void **state)
{
	static const struct { struct encoding_word word; const char *want; } cases[] = {
		{ { "EventCode", "" }, "" }, { { "EventCode", "0xB7, 0xBB" }, "" },
		{ { "EventCode", "42" }, "" },
		{ { "EventCode", "0XC0 " }, "" }, { { "EventCode", " 1" }, "" },
		{ { "EventCode", "banana" }, "EventCode 'banana' is not a number" },
		{ { "EventCode", "-1" }, "EventCode '-1' is not a number" },
		{ { "EventCode", "0x" }, "EventCode '0x' is not a number" },
		{ { "EventCode", " " }, "EventCode ' ' is not a number" },
		{ { "EventCode", "0xc0," }, "EventCode '0xc0,' is not a number" },
		{ { "EventCode", "1,,2" }, "EventCode '1,,2' is not a number" },
		{ { "EventCode", "1 2" }, "EventCode '1 2' is not a number" },
		{ { "EventCode", "1.5" }, "EventCode '1.5' is not a number" },
		{ { "EventCode", "0x10000000000000000" }, "EventCode '0x10000000000000000' is not a number" },
		{ { "EventCode", "000000000000000000000000001" }, "EventCode '000000000000000000000000001' is not a number" },
		{ { "UMask", "b0001" }, "UMask 'b0001' is not a number" },
		{ { "ExtSel", "x" }, "ExtSel 'x' is not a number" },
		{ { "UMaskExt", "x" }, "UMaskExt 'x' is not a number" },
		{ { "ConfigCode", "x" }, "ConfigCode 'x' is not a number" },
		{ { "MSRIndex", "0x1a6,x" }, "MSRIndex '0x1a6,x' is not a number" },
		{ { "MSRValue", "x" }, "MSRValue 'x' is not a number" },
		{ { "CounterMask", "x" }, "CounterMask 'x' is not a number" },
		{ { "NodeType", "x" }, "NodeType 'x' is not a number" },
		{ { "Filter", "na" }, "" }, { { "Filter", "a, b" }, "" },
		{ { "Filter", "config1=0x40e33,inv" }, "" },
		{ { "Filter", "x=y,z,,=" }, "Filter 'x=y,z,,=' is not a list of terms" },
		{ { "Filter", "x=" }, "Filter 'x=' is not a list of terms" },
		{ { "Filter", "=1" }, "Filter '=1' is not a list of terms" },
		{ { "Filter", "x=1," }, "Filter 'x=1,' is not a list of terms" },
		{ { "Filter", "x=1/,y=1" }, "Filter 'x=1/,y=1' is not a list of terms" },
		{ { "Filter", "a=1,,b=2" }, "Filter 'a=1,,b=2' is not a list of terms" },
		{ { "ScaleUnit", "64Bytes" }, "" }, { { "ScaleUnit", "6.103515625E-5MB/sec" }, "" },
		{ { "ScaleUnit", "100%" }, "" },
		{ { "ScaleUnit", "1e400MiB" }, "ScaleUnit '1e400MiB' does not begin with a number from 1e-30 to 1e30" },
		{ { "ScaleUnit", "nanMiB" }, "ScaleUnit 'nanMiB' does not begin with a number from 1e-30 to 1e30" },
		{ { "ScaleUnit", "bananas" }, "ScaleUnit 'bananas' does not begin with a number from 1e-30 to 1e30" },
		{ { "ScaleUnit", "-1x" }, "ScaleUnit '-1x' does not begin with a number from 1e-30 to 1e30" },
		{ { "ScaleUnit", "0" }, "ScaleUnit '0' does not begin with a number from 1e-30 to 1e30" },
		{ { "ScaleUnit", "inf" }, "ScaleUnit 'inf' does not begin with a number from 1e-30 to 1e30" },
		/* not about counting */
		{ { "Counter", "Fixed counter 1" }, "" }, { { "BriefDescription", "x=" }, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str why = {0};

		str_add(&why, "");
		assert_int_equal(vendor_encoding_check(&cases[i].word, 1, &why), *cases[i].want ? -1 : 0);
		assert_string_equal(why.text, cases[i].want);
		str_release(&why);
	}
}

static void words_of_the_counting(void **state)
{
	static const struct { struct encoding_word word; bool known, says; } cases[] = {
		{ { "EventCode", "0" }, true, true },	{ { "EventCode", "" }, true, false },
		{ { "UMask", "0x1" }, true, true },	{ { "EnAllCores", "1" }, true, true },
		{ { "Filter", "a=1" }, true, false },	{ { "ScaleUnit", "1x" }, true, false },
		{ { "EventName", "x" }, false, false },	{ { "Counter", "1" }, false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(vendor_encoding_knows(cases[i].word.key), cases[i].known);
		assert_int_equal(vendor_encoding_has_code(&cases[i].word, 1), cases[i].says);
	}
	assert_false(vendor_encoding_has_code(NULL, 0));
}

static void terms_are_added(void **state)
{
	const struct encoding_word word[] = { { "EventCode", "0x1" }, { "UMask", "0x2" } };
	struct str out = {0};

	(void)state;
	str_add(&out, "cpu/");
	vendor_encoding_add_terms(&out, word, COUNT_OF(word));
	assert_string_equal(out.text, "cpu/event=0x1,umask=0x2");
	str_release(&out);
}

static void units(void **state)
{
	static const struct { const char *unit, *pmu; } cases[] = {
		{ "", "cpu" }, { "cpu", "cpu" }, { "cpu_core", "cpu_core" }, { "cpu_atom", "cpu_atom" },
		{ "cpu_lowpower", "cpu_lowpower" },
		{ "iMC", "uncore_imc" }, { "CHA", "uncore_cha" }, { "CBO", "uncore_cbox" },
		{ "CBOX", "uncore_cbox" },
		{ "SBO", "uncore_sbox" }, { "QPI LL", "uncore_qpi" }, { "UPI LL", "uncore_upi" },
		{ "HAC_CBO", "uncore_hac_cbox" }, { "iMPH-U", "uncore_arb" },
		{ "L3PMC", "amd_l3" }, { "DFPMC", "amd_df" }, { "UMCPMC", "amd_umc" },
		{ "imc_free_running_0", "uncore_imc_free_running_0" }, { "M2PCIe", "uncore_m2pcie" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		vendor_encoding_add_pmu(&out, cases[i].unit);
		assert_string_equal(out.text, cases[i].pmu);
		str_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terms),
		cmocka_unit_test(what_is_no_word),
		cmocka_unit_test(words_of_the_counting),
		cmocka_unit_test(terms_are_added),
		cmocka_unit_test(units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
