#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""planted.py [--from N] [--programs N] [--keep DIR] CHANGES - are changes that were planted found at their lines?

Makes programs from numbers, each three times: as it is (A), with functions in another order, comments and another
folder (M), and like M with one change of eight kinds planted (B).  Each runs once under cachegrind.  CHANGES is
build/.../tests/where/changes, which prints the rows of the block "where" for two of cachegrind's files.

Right is a program whose first row of a line of its sources is the planted one.  Prints TAP: 95 % must be right, and
no M may show a row, as compare does from a change of 0.05 % on.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

BUILDS = [("C -O0", "gcc", ["-O0"], "c"), ("C -O2", "gcc", ["-O2"], "c"), ("C -O3", "gcc", ["-O3"], "c"),
          ("C -O2 -flto", "gcc", ["-O2", "-flto"], "c"), ("C++ -O2", "g++", ["-O2"], "cc")]
KINDS = ["heavier", "new", "removed", "call", "turns", "inline", "macro", "library"]
WORDS = "alpha beta gamma delta omega kappa sigma theta lambda zeta rho tau phi chi psi".split()
COMMENTS = ["/* the sum of all */", "/* what is left */", "/* see the table */", "/* not the last one */"]


class Line:
    """A line of source; mark: it is, or belongs to, the change that is planted."""

    def __init__(self, text, mark=False):
        self.text, self.mark = text, mark


class Function:
    def __init__(self, name, proto, lines):
        self.name, self.proto, self.lines = name, proto, lines


def lines(text):
    return [Line(t) for t in text.strip("\n").split("\n")]


def sum_function(rng, name, storage):
    """A loop that adds up, in one of several forms."""
    k, m = rng.randrange(3, 50), rng.choice([3, 5, 7, 11, 13])
    body = [f"        sum += v[i] * {k};",
            f"        sum ^= v[i] + {k};",
            f"        sum += v[i] % {m} ? v[i] : {k};"]
    text = [f"{storage}long {name}(const int *v, int n)", "{", f"    long sum = {rng.randrange(100)};", "",
            "    for (int i = 0; i < n; i++) {"]
    for b in rng.sample(body, rng.randrange(1, 3)):
        text.append(b)
    text += [f"        if (v[i] % {m} == {rng.randrange(m)})", f"            sum -= i + {k};", "    }",
             "    return sum;", "}"]
    return Function(name, f"long {name}(const int *v, int n);", [Line(t) for t in text])


def text_function(rng, name, storage):
    """Walks through a text."""
    a, b = rng.choice("abcdefgh"), rng.choice("klmnopq")
    text = f"""
{storage}long {name}(const int *v, int n)
{{
    static const char text[] = "the quick brown fox jumps over the lazy dog and more";
    long found = v[0];

    for (int i = 0; i < n; i++) {{
        const char *s = text + (v[i] & 15);

        while (*s && *s != '{a}')
            s++;
        found += s - text;
        if (*s == '{b}')
            found *= 3;
    }}
    return found;
}}"""
    return Function(name, f"long {name}(const int *v, int n);", lines(text))


def use_function(rng, name, storage, inline, macro):
    """Uses an inline function and a macro of the header."""
    text = f"""
{storage}long {name}(const int *v, int n)
{{
    long mixed = n;

    for (int i = 1; i < n; i++) {{
        mixed += {inline}(v[i], {rng.randrange(2, 9)});
        mixed ^= {macro}(v[i - 1]);
    }}
    return mixed;
}}"""
    return Function(name, f"long {name}(const int *v, int n);", lines(text))


class Program:
    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        self.build = BUILDS[seed % len(BUILDS)]
        self.kind = KINDS[seed // len(BUILDS) % len(KINDS)]
        names = [f"{w}_{rng.randrange(10, 99)}" for w in rng.sample(WORDS, 13)]
        self.inline, self.macro = f"mix_{names[0]}", f"MIX_{names[1].upper()}"
        k = rng.randrange(3, 30)
        self.inline_lines = lines(f"""
static inline long {self.inline}(int x, int by)
{{
    long y = x * by;

    if (y % 3 == 0)
        y += {k};
    return y ^ by;
}}""")
        self.macro_lines = [Line(f"#define {self.macro}(x) (((x) >> 2) + (x) * {k})")]
        self.files = {"main": [], "one": [], "two": [], "lib": []}
        self.calls = []
        for i, name in enumerate(names[2:]):
            where = ["main", "one", "two", "lib"][i % 4]
            storage = "static " if where == "main" else ""
            make = [sum_function, text_function, sum_function][i % 3]
            f = use_function(rng, name, storage, self.inline, self.macro) if i in (1, 4) else \
                make(rng, name, storage)
            self.files[where].append(f)
            self.calls.append(name)
        self.order = {k: list(range(len(v))) for k, v in self.files.items()}
        self.comments = self.removed = False	# removed: the marked lines

    # --- moves -----------------------------------------------------------------------------------------

    def move(self):
        for where in ("main", "one", "two"):	# not "lib": the loader compares its symbols in their order
            self.rng.shuffle(self.order[where])
        self.comments = True

    # --- one change --------------------------------------------------------------------------------------

    def choose(self, where, has):
        """A function with a line that has this text, and the index of that line."""
        found = [(f, i) for w in where for f in self.files[w] for i, l in enumerate(f.lines) if has in l.text]
        return self.rng.choice(found)

    def plant(self):
        getattr(self, "plant_" + self.kind)()

    def plant_heavier(self):
        f, i = self.choose(["main", "one", "two"], "        sum ")
        f.lines[i] = Line(f.lines[i].text.replace(";", " + (sum >> 3) % 11;"), True)

    def plant_new(self):
        f, i = self.choose(["main", "one", "two"], "    for (int i = ")
        name = "sum" if any("long sum" in l.text for l in f.lines) else \
            "found" if any("long found" in l.text for l in f.lines) else "mixed"
        if not f.lines[i].text.endswith("{"):
            raise ValueError
        f.lines.insert(i + 1, Line(f"        {name} += (v[i] ^ {name}) % 17;", True))

    def plant_removed(self):
        f, i = self.choose(["main", "one", "two"], "            sum -= ")
        f.lines[i].mark = f.lines[i - 1].mark = True

    def plant_call(self):
        f, i = self.choose(["main", "one", "two", "lib"], "        while (*s && *s != '")
        letter = f.lines[i].text.split("'")[1]
        f.lines[i] = Line(f"        while (*s && !strchr(\"{letter}\", *s))", True)

    def plant_turns(self):
        f, i = self.choose(["main", "one", "two", "lib"], "    for (int i = ")
        f.lines[i] = Line(f.lines[i].text.replace("i < n;", "i < n / 4 * 5;"), True)
        depth = 0
        for l in f.lines[i:]:		# all of the loop has more turns
            depth += l.text.count("{") - l.text.count("}")
            l.mark = True
            if depth <= 0:
                break

    def plant_inline(self):
        self.inline_lines[6] = Line("    return y ^ by + (y >> 2) % 5;", True)

    def plant_macro(self):
        self.macro_lines[0] = Line(self.macro_lines[0].text[:-1] + " % 1001)")
        for fs in self.files.values():
            for f in fs:
                for l in f.lines:
                    l.mark |= self.macro in l.text

    def plant_library(self):
        f, i = self.choose(["lib"], "        ")
        while not any(w in f.lines[i].text for w in ("sum +=", "sum ^=", "found +=", "mixed +=")):
            f, i = self.choose(["lib"], "        ")
        f.lines[i] = Line(f.lines[i].text.replace(";", " + (n ^ i) % 13;"), True)

    # --- writing ------------------------------------------------------------------------------------------

    def comment(self, out):
        for _ in range(self.rng.randrange(3) if self.comments else 0):
            out.append(Line(self.rng.choice(COMMENTS)))

    def source_of(self, where):
        out = [Line('#include "mix.h"'), Line("#include <stdio.h>"), Line("#include <string.h>"), Line("")]
        for i in self.order[where]:
            f = self.files[where][i]
            self.comment(out)
            out += [Line(l.text, l.mark) for l in f.lines if not (l.mark and self.removed)]
            out.append(Line(""))
        if where == "main":
            self.comment(out)
            out += lines("int main(void)\n{\n    static int v[5000];\n    long all = 0;\n\n"
                         "    for (int i = 0; i < 4000; i++)\n        v[i] = i * 37 % 1009;\n"
                         "    for (int round = 0; round < 6; round++) {")
            for name in self.calls:
                self.comment(out)
                out.append(Line(f"        all += {name}(v, 4000);"))
            out += lines("    }\n    printf(\"%ld\\n\", all);\n    return 0;\n}")
        return out

    def write(self, folder):
        """Returns the planted lines: (file, line)."""
        planted = set()
        end = self.build[3]
        protos = [f.proto for w in ("one", "two", "lib") for f in self.files[w]]
        head = [Line("#ifndef MIX_H"), Line("#define MIX_H")]
        self.comment(head)
        head += [Line(t) for t in protos] + self.macro_lines
        self.comment(head)
        head += self.inline_lines + [Line("#endif")]
        os.makedirs(folder)
        for name, text in [("mix.h", head)] + [(f"{w}.{end}", self.source_of(w)) for w in self.files]:
            with open(os.path.join(folder, name), "w") as f:
                for n, l in enumerate(text, 1):
                    f.write(l.text + "\n")
                    if l.mark:
                        planted.add((name, n))
        return planted

    def count(self, folder, to, name):
        """All run in the same folder, as the loader executes more for another path.  Returns cachegrind's file."""
        _, cc, flags, end = self.build
        lib, prog, out = (os.path.join(to, n) for n in ("libmix.so", "prog", "lines-" + name))
        source = {w: os.path.join(folder, f"{w}.{end}") for w in self.files}
        os.makedirs(to, exist_ok=True)
        subprocess.run([cc, "-g", *flags, "-fPIC", "-shared", "-o", lib, source["lib"]], check=True)
        subprocess.run([cc, "-g", *flags, "-o", prog, source["main"], source["one"], source["two"], lib,
                        "-Wl,-rpath," + to], check=True)
        subprocess.run(["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=" + out, prog],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return out


def rows_of(changes, a, b):
    """(file, line, function, change), heaviest first; and whether compare would show them, from 0.05 % on."""
    text = subprocess.run([changes, a, b], check=True, capture_output=True, text=True).stdout.splitlines()
    before, after = map(int, text[0].split("\t"))
    rows = []
    for row in text[1:]:
        file, line, function, change = row.split("\t")
        rows.append((os.path.basename(file), int(line), function, int(change)))
    return rows, abs(after - before) >= 0.0005 * before


def try_program(seed, changes, folder):
    """Is the right line first?  What do moves show?"""
    p = Program(seed)

    def make(name):
        planted = p.write(os.path.join(folder, name))
        return planted, p.count(os.path.join(folder, name), os.path.join(folder, "run"), os.path.basename(name))

    _, a = make("old")
    p.move()
    _, m = make("new/deeper")
    p.plant()
    if p.kind == "removed":			# the line that is gone has its number in A
        comments = p.rng.getstate()
        wanted, a_marked = make("marked")
        p.rng.setstate(comments)
        p.removed = True
        rows, _ = rows_of(changes, a_marked, make("changed")[1])
    else:
        wanted, b = make("changed")
        rows, _ = rows_of(changes, a, b)
    # others are of libc: what the planted line calls, and the loader, whose cache may have been rewritten meanwhile
    own = {"mix.h"} | {f"{w}.{p.build[3]}" for w in p.files}
    in_lines = [(r[0], r[1]) for r in rows if r[1] and r[0] in own]
    moved, shown = rows_of(changes, a, m)
    # another order of functions can make other code, or name another line of an inlined function for it
    moved = [r for r in moved if r[0] in own and abs(r[3]) >= 1000]
    return p, bool(in_lines) and in_lines[0] in wanted, rows, wanted, moved, moved and shown


def main():
    o = argparse.ArgumentParser()
    o.add_argument("--from", dest="first", type=int, default=0)
    o.add_argument("--programs", type=int, default=200)
    o.add_argument("--keep")
    o.add_argument("changes")
    o = o.parse_args()
    right = still = 0
    for seed in range(o.first, o.first + o.programs):
        folder = os.path.join(o.keep, str(seed)) if o.keep else tempfile.mkdtemp()
        try:
            p, found, rows, wanted, moved, shown = try_program(seed, o.changes, folder)
        finally:
            if not o.keep:
                shutil.rmtree(folder)
        right += found
        still += not shown
        if not found:
            print(f"# program {seed} ({p.build[0]}, {p.kind}): planted at {sorted(wanted)}, found {rows[:4]}",
                  flush=True)
        if moved:
            print(f"# program {seed} ({p.build[0]}): moves alone {'show' if shown else 'do not show, as the total stays,'} "
                  f"{moved[:4]}", flush=True)
    n = o.programs
    print(f"{'ok' if right >= 0.95 * n else 'not ok'} - the planted line is first in {right} of {n} programs")
    print(f"{'ok' if still == n else 'not ok'} - moves alone show nothing in {still} of {n} programs")
    return 0 if right >= 0.95 * n and still == n else 1


if __name__ == "__main__":
    sys.exit(main())
