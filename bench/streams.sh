#!/usr/bin/env bash
# Measures a task farm over two network namespaces that lose packets, by one stream and by eight; prints CSV. As root.
# On a busy machine: FIRST=1 setsid -w bench/streams.sh. That takes the cores from all others.
# usage: bench/streams.sh [LOSS...]     for instance 0 0.01 0.02, the default
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
losses=("$@")
[[ $# -gt 0 ]] || losses=(0 0.01 0.02)
names=("legio-a-$$" "legio-b-$$")
addresses=(10.127.0.1 10.127.0.2)

cleanup() {
  for name in "${names[@]}"; do ip netns delete "$name" 2>/dev/null || true; done
  rm -f "$agent"
}
agent=$(mktemp)
trap cleanup EXIT
cat >"$agent" <<AGENT
#!/bin/sh
case \$1 in ${addresses[0]}) host=${names[0]} core=0 ;; *) host=${names[1]} core=1 ;; esac
shift
[ -z "\${FIRST-}" ] || echo -20 >/proc/self/autogroup # of this session
exec taskset -c \$core ip netns exec \$host "\$@"
AGENT
chmod +x "$agent"

for name in "${names[@]}"; do ip netns add "$name"; done
ip link add eth0 netns "${names[0]}" type veth peer name eth0 netns "${names[1]}"
for i in 0 1; do
  ip -n "${names[i]}" link set lo up
  ip -n "${names[i]}" link set eth0 up gso_max_segs 1 # else 64 KB are lost at once
  ip -n "${names[i]}" address add "${addresses[i]}/24" dev eth0
  ip -n "${names[i]}" route replace 10.127.0.0/24 dev eth0 src "${addresses[i]}" congctl cubic
done

echo loss,streams,pace,tasks,MB/s,median ms,99 % ms,longest ms
for loss in "${losses[@]}"; do
  for name in "${names[@]}"; do
    ip netns exec "$name" iptables -F INPUT
    ip netns exec "$name" iptables -A INPUT -i eth0 -m statistic --mode random --probability "$loss" -j DROP
  done
  for streams in 1 8; do
    for pace in 20 0; do
      printf '%s,%s,%s,' "$loss" "$streams" "$pace"
      "$root/bin/legio" run --mpi embedded --plain --host "${addresses[0]},${addresses[1]}" --launch-agent "$agent" \
        --streams "$streams" -n 2 -- -cp "$root/dist/target/legio-bench.jar" \
        org.legio.bench.programs.StreamFarm 6 "$pace" 16 </dev/null
    done
  done
done
