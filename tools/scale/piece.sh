#!/bin/bash
# Runs one piece of a job, and sometimes kills it or runs it twice at once, as happens on clusters.
# Usage: piece.sh FOLDER PIECE
cd "$1" || exit 1
piece=$2
. ./job.sh # sets command, parts, output, seed, span, kill_percent and twice_percent
attempt=1
until (set -o noclobber && : > "attempt.$piece.$attempt") 2> /dev/null; do attempt=$((attempt + 1)); done
RANDOM=$(((seed + 7919 * piece + 104729 * attempt) % 32768))
_=$RANDOM # the first number is close to the seed
set -- "${command[@]}" --part "$piece/$parts" -o "$output.$piece" --manifest "$output.$piece.json" -q
if ((RANDOM % 100 < twice_percent)); then
  : > "twice.$piece.$attempt"
  "$@" &
fi
"$@" &
pid=$!
# The fourth attempt is left alone, so that every job ends.
if ((attempt < 4 && RANDOM % 100 < kill_percent)); then
  milliseconds=$((RANDOM % span))
  sleep "$(printf '%d.%03d' $((milliseconds / 1000)) $((milliseconds % 1000)))"
  kill -9 $pid 2> /dev/null
fi
wait $pid
status=$?
((status == 137)) && : > "killed.$piece.$attempt"
wait
exit $status
