#!/usr/bin/env bash
# Repeats figures 5.1 to 5.8 of the thesis as it has measured them: 32 to 256 ranks, 32 on a node, 10 rounds.
# What follows are options of "legio bench", for instance --mpi, --host or --hostfile; in a Slurm job none is needed.
# On a smaller machine: RANKS=2,4 ROUNDS=2 CLASSES=A LOCAL_SIZES=2,optimum bash cluster/thesis.sh
set -euo pipefail

legio=${LEGIO:-$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")/bin/legio}
out=${OUT:-legio-thesis-$(date +%Y%m%d-%H%M%S)}
ranks=${RANKS:-32,64,128,256}
status=0

bench() {
  "$legio" bench --rounds "${ROUNDS:-10}" "$@" || status=1 # the other figures are measured all the same
}

bench --figure 5.1,5.2 --ranks "${ranks%%,*}" --out "$out/sizes" "$@"
bench --figure 5.3,5.4,5.5 --ranks "$ranks" --out "$out/calls" "$@"
bench --figure 5.6 --ranks "$ranks" --local-size "${LOCAL_SIZES:-2,4,8,16,32,optimum}" --out "$out/repair" "$@"
bench --figure 5.7,5.8 --ranks "$ranks" --nas-class "${CLASSES:-A,B,C}" --out "$out/applications" "$@"
exit "$status"
