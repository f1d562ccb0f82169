# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# page.sh - sourced by cases: page FILE is a page as a case shows it: without its style and the shapes of its pictures, whose
# words stay; and without the date and what tells of this machine.
page() {
	sed -E '/^<style>$/,/^<\/style>$/d; s/20[0-9-]+ [0-9:]+ UTC<\/p>$/now<\/p>/
		s#<(line|circle|rect|path) [^>]*>(<title>[^<]*</title></[a-z]+>)?##g; s#</?g( [^>]*)?>##g; s#<text [^>]*>#<text>#g' "$1"
}
