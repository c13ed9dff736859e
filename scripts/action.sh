#!/usr/bin/env bash
# `kintsugi ci` in a job: its summary goes to the job's page, where there is one, and no service is left behind.
# action.sh DIR OUT [FLAGS]; KINTSUGI_COMMAND: how Kintsugi is called here.
set -u
dir=$1 out=$2
shift 2
read -ra kintsugi <<<"${KINTSUGI_COMMAND:-npx --yes kintsugi}"

"${kintsugi[@]}" ci "$dir" --out "$out" "$@"
code=$?
if [ -f "$out/summary.md" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  cat "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
"${kintsugi[@]}" down >/dev/null
exit "$code"
