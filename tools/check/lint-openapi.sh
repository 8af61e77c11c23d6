#!/usr/bin/env bash
# Lints openapi.json by the two linters that people use, in the versions named here. They bring 243 packages, which is
# why they are no dependencies: they are fetched into a folder of their own, and `npm ci && npm test` never needs them.
#   tools/check/lint-openapi.sh            fetches and lints
#   tools/check/lint-openapi.sh fetch DIR  only fetches, e.g. beside other work
#   tools/check/lint-openapi.sh lint DIR   only lints, with what was fetched there
set -euo pipefail
cd "$(dirname "$0")/../.."

REDOCLY=@redocly/cli@2.73.0
SPECTRAL=@stoplight/spectral-cli@6.16.3

fetch() {
  mkdir -p "$1"
  npm install --prefix "$1" --no-save --ignore-scripts --no-audit --no-fund --silent "$REDOCLY" "$SPECTRAL"
}

lint() {
  local bin=$1/node_modules/.bin
  # `recommended-strict` (redocly.yaml) makes an error of every warning.
  REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true "$bin/redocly" lint openapi.json --format stylish
  "$bin/spectral" lint openapi.json --ruleset .spectral.yaml --fail-severity hint --quiet
  echo 'openapi.json: no warning of Redocly or Spectral'
}

case ${1:-all} in
  fetch) fetch "$2" ;;
  lint) lint "$2" ;;
  all)
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    fetch "$folder"
    lint "$folder"
    ;;
esac
