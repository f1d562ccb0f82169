#!/bin/bash
# SPDX-License-Identifier: MIT
# prometheus.sh PSTAT - a real Prometheus reads what --format openmetrics -I keeps up to date, by way of a real
# node_exporter: it has what ndjson says, no interval is missing, and a second pstat begins at 0.
#
# Both listen on the loopback only, on free ports, and end with this script.
set -u
[ $# -ge 1 ] || { echo 'prometheus.sh: call it as `make check-peers`' >&2; exit 2; }
export LC_ALL=C
pstat=$1
say() { if [ "$1" = 0 ]; then echo "ok - prometheus: $2"; else echo "not ok - prometheus: $2"; rc=1; fi; }
name=node_exporter	# and Debian's
command -v prometheus-node-exporter > /dev/null && name=prometheus-node-exporter
for c in prometheus $name promtool python3; do
	command -v $c > /dev/null || { echo "ok - prometheus # SKIP no $c, see make deps-ci"; exit 0; }
done
"$pstat" -a -e cs true 2> /dev/null || { echo 'ok - prometheus # SKIP the whole system cannot be counted here'; exit 0; }

dir=$(mktemp -d) rc=0
trap 'kill $exporter $server $counting 2> /dev/null; wait 2> /dev/null; rm -rf "$dir"' EXIT
exporter='' server='' counting=''
cd "$dir" && mkdir text data || exit 1
# Two ports that nobody has.
read -r port web < <(python3 -c 'import socket
s = [socket.socket() for i in range(2)]
for one in s: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in s))')
cat > prometheus.yml <<- EOF
	global: { scrape_interval: 700ms, scrape_timeout: 600ms }
	scrape_configs: [ { job_name: node, static_configs: [ { targets: [ "127.0.0.1:$port" ] } ] } ]
EOF
$name --collector.disable-defaults --collector.textfile --collector.textfile.directory=text \
	--web.listen-address=127.0.0.1:"$port" > exporter.log 2>&1 & exporter=$!
prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address=127.0.0.1:"$web" > server.log 2>&1 & server=$!
# It looks for its targets a while after it has begun.
for _ in $(seq 60); do
	promtool query instant "http://127.0.0.1:$web" 'up == 1' 2> /dev/null | grep -q up && break
	sleep 0.5
done

# count INTERVALS FILE.ndjson
count() {
	"$pstat" -a -I 200 --interval-count "$1" -e cs,page-faults,task-clock --format openmetrics -o text/pstat.prom --export ndjson="$2" &
	counting=$!
	# Another one beside it, with a name, is no other's series.
	"$pstat" -p "$server" -I 200 --interval-count "$1" -e task-clock --name "of a script" --format openmetrics -o text/script.prom &
	other=$!
	wait $counting $other
	counting=''
	sleep 1.5	# until the last state was read
}
count 45 first.ndjson && [ -s first.ndjson ]; say $? 'pstat counts the whole system'
promtool check metrics < text/pstat.prom > said 2>&1 && [ ! -s said ]; say $? 'promtool takes the file'
count 15 second.ndjson

python3 - "$port" "$web" > checks <<- 'EOF'
	import collections, json, sys, urllib.parse, urllib.request
	port, web = sys.argv[1:]
	def get(url):
	    return urllib.request.urlopen(url, timeout=20).read().decode()
	def ask(what, **fields):
	    answer = json.loads(get(f"http://127.0.0.1:{web}/api/v1/{what}?" + urllib.parse.urlencode(fields)))
	    assert answer["status"] == "success", answer
	    return answer["data"]
	def say(good, text):
	    print("0" if good else "1", text)
	# The sums that the counters can have: (seconds counted, count) after each interval of each run.
	def sums(file):
	    total, after, time = collections.Counter(), collections.defaultdict(list), {}
	    for line in map(json.loads, open(file)):
	        if line["type"] == "count" and line["of"] == "interval":
	            total[line["name"]] += line["value"]
	            time[line["name"]] = line["time_ns"] / 1e9
	            after[line["name"]].append((time[line["name"]], total[line["name"]]))
	    return after
	runs = [sums("first.ndjson"), sums("second.ndjson")]
	exported = get(f"http://127.0.0.1:{port}/metrics")
	say("# TYPE pstat_event_total counter" in exported and "node_textfile_scrape_error 0" in exported,
	    "node_exporter takes the file, and has counters")
	say(ask("metadata", metric="pstat_event_total")["pstat_event_total"][0]["type"] == "counter",
	    "Prometheus knows that they are counters")
	for name in ("cs", "page-faults", "task-clock"):
	    scale = 1e6 if name == "task-clock" else 1
	    series = ask("query", query=f'pstat_event_total{{event="{name}",name=""}}[2m]')["result"]
	    samples = [(float(t), round(float(v) * scale)) for t, v in series[0]["values"]]
	    known = [{count for time, count in run[name]} for run in runs]
	    say(len(series) == 1 and len(samples) > 10 and all(v in known[0] or v in known[1] for t, v in samples),
	        f"{name}: each sample is a sum of intervals of ndjson")
	    last = [run[name][-1][1] for run in runs]
	    say(last[0] in (v for t, v in samples) and samples[-1][1] == last[1], f"{name}: the last samples have all intervals")
	    resets = [i for i in range(1, len(samples)) if samples[i][1] < samples[i - 1][1]]
	    say(len(resets) == 1 and int(ask("query", query=f'resets(pstat_event_total{{event="{name}",name=""}}[2m])')["result"][0]["value"][1]) == 1,
	        f"{name}: pstat began again at 0, once")
	    # Five seconds of the first run, the last ones that have a sample near their start, so that rate() takes them for whole.
	    grew = [t for (t, v), (_, before) in zip(samples[1:resets[0]], samples) if v > before]
	    at = max(t for t in grew if any(t - 5 <= first <= t - 4.25 for first, v in samples))
	    inside = [(t, v) for t, v in samples if at - 5 <= t <= at]
	    when = {count: time for time, count in runs[0][name]}
	    (t0, v0), (t1, v1) = inside[0], inside[-1]
	    rate = float(ask("query", query=f'rate(pstat_event_total{{event="{name}",name=""}}[5s])', time=at)["result"][0]["value"][1]) * scale
	    counted = float(ask("query", query='rate(pstat_counted_seconds_total{name=""}[5s])', time=at)["result"][0]["value"][1])
	    says = (v1 - v0) / (t1 - t0)
	    say(abs(rate - says) <= 0.01 * says, f"{name}: rate() is that of the samples")
	    says = (v1 - v0) / (when[v1] - when[v0])
	    say(abs(rate / counted - says) <= 0.01 * says, f"{name}: rate() by rate() of the counted time is what ndjson says")
	# On a busy machine the newest scrape may have failed.
	named = ask("query", query='last_over_time(pstat_event_total{name="of a script"}[2m])')["result"]
	say([s["metric"]["event"] for s in named] == ["task-clock"], "another file of the folder has series of its own by --name")
	ratio = ask("query", query='rate(pstat_event_total{event="page-faults",name=""}[1m]) / ignoring(event, unit) '
	            'rate(pstat_event_total{event="task-clock",name=""}[1m])')["result"]
	say(len(ratio) == 1 and float(ratio[0]["value"][1]) > 0, "a quotient of two events")
EOF
say $? 'Prometheus answers'
while read -r status text; do say "$status" "$text"; done < checks
[ $rc = 0 ] || tail -n 3 exporter.log server.log | sed 's/^/# /'
exit $rc
