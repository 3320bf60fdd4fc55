#!/usr/bin/env bash
# A night on call, typed by somebody who has the runbooks and no source: on a file, or on a table.
#   on-call.sh file FILE
#   on-call.sh table TABLE REGION ENDPOINT
# Runs in an empty directory, with zae-limiter on the PATH, and ends with 0 if all went as the pages say.
set -euo pipefail

kind="$1"
if [[ "$kind" == file ]]; then
  store=(--embedded "$2")
  source=("$2")
  limits_from=("$2")
else
  store=(--name "$2" --region "$3" --endpoint-url "$4")
  source=("${store[@]}")
  limits_from=("$2" --region "$3" --endpoint-url "$4")
fi

# Runs a command, and wants it to end with an exit code. What it says is in "said".
expect() {
  local code=0
  said="$(zae-limiter "${@:2}" 2>&1)" || code=$?
  printf '$ zae-limiter %s\n%s\n' "${*:2}" "$said"
  if [[ "$code" != "$1" ]]; then
    echo "on-call: ended with $code instead of $1" >&2
    exit 1
  fi
}

# Wants the last command to have said something.
says() {
  if [[ "$said" != *"$1"* ]]; then
    echo "on-call: nothing of '$1' was said" >&2
    exit 1
  fi
}

# By day: limits are applied from a file, and there are two callers, one of them only an address.
cat > limits.yaml <<'YAML'
namespace: default
resources:
  gpt-4:
    limits:
      rpm: {capacity: 100}
      tpm: {capacity: 50000}
YAML
expect 0 limits apply -f - "${store[@]}" --create --principal ci < limits.yaml
expect 0 entity create org-1 "${store[@]}"
expect 0 entity create key-1 --parent org-1 "${store[@]}"
expect 0 acquire key-1 gpt-4 -t rpm=40 -t tpm=1000 "${store[@]}"
expect 0 acquire ::1 gpt-4 -t rpm=95 "${store[@]}"

# 01:10. Somebody means to set another resource.
expect 0 resource set-defaults gpt-4 -l rpm:1 "${store[@]}" --principal bob

# 01:20. A page: after one call more in a minute callers are refused. What is switched, and what was changed?
expect 0 acquire key-1 gpt-4 -t rpm=1 "${store[@]}"
expect 3 acquire key-1 gpt-4 -t rpm=1 "${store[@]}"
says 'Rate limit exceeded for key-1/gpt-4: [rpm]'
expect 0 check "${store[@]}"
expect 0 switches "${store[@]}"
says 'Nothing is switched'
expect 0 audit list --since 2h "${store[@]}"
says bob
expect 0 audit list --resource gpt-4 --limit 1 "${store[@]}"
says 'capacity=100 name=rpm refill_amount=100 refill_period_seconds=60'
expect 1 limits diff -f limits.yaml "${store[@]}"

# Undone from the record, and the caller lets go on, once.
expect 0 resource set-defaults gpt-4 -l rpm:100/60s -l tpm:50000/60s "${store[@]}"
expect 0 limits diff -f limits.yaml "${store[@]}"
expect 0 entity reset key-1 --resource gpt-4 --idempotency-key incident-1 "${store[@]}"
expect 0 entity reset key-1 --resource gpt-4 --idempotency-key incident-1 "${store[@]}"
says 'This was done before'
expect 0 explain key-1 gpt-4 "${store[@]}"
says resource
expect 0 acquire key-1 gpt-4 -t rpm=90 "${store[@]}"

# 02:30. Another page: one caller takes what all share. It has no key, only its address.
expect 0 resource buckets gpt-4 "${store[@]}"
says ::1
expect 0 watch ::1 gpt-4 --count 2 --interval 0.1 "${store[@]}"
expect 2 entity disable "${store[@]}"
expect 0 entity disable ::1 "${store[@]}"
expect 1 acquire ::1 gpt-4 -t rpm=1 "${store[@]}"
says 'resource gpt-4 is disabled for entity ::1'
expect 0 switches --only disabled --output csv "${store[@]}"
says x--::1

# 03:00. Before anything else is tried, a copy: of the limits, and of all that is stored.
expect 0 limits export -f - "${store[@]}"
printf '%s\n' "$said" > handed-over.yaml
expect 0 store export "${source[@]}" --store backup.zae
expect 0 store check backup.zae
expect 0 limits diff -f handed-over.yaml --embedded backup.zae
expect 0 explain key-1 gpt-4 --embedded backup.zae
expect 0 entity buckets ::1 --embedded backup.zae
says ' 95'

# 04:00. Would a smaller limit have helped? The log of the last hour says so, on a page for the morning.
{
  echo time,entity
  for second in 00 10 20 30 40 50; do
    echo "2026-03-01T02:00:${second}Z,key-1"
    echo "2026-03-01T02:00:${second}Z,::1"
  done
} > requests.csv
expect 0 replay requests.csv --resource gpt-4 --from-store "${limits_from[@]}" --compare rpm=3/min --html page.html
says 'refused'
[[ -s page.html ]]

# 08:00. Handing over.
expect 0 entity clear-disabled ::1 "${store[@]}"
expect 0 switches "${store[@]}"
says 'Nothing is switched'
expect 0 audit list --since 12h --output json "${store[@]}"
says '"principal":"bob"'
expect 0 entity delete key-1 --yes "${store[@]}"

echo 'The night is over.'
