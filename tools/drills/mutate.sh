#!/usr/bin/env bash
# Breaks the rules of money and state in every small way there is, and shows what their tests miss (docs/guides/mutants.md).
# Stryker brings 150 packages and 50 MB for an hour now and then, which is why it is no dependency. It must find the
# project's own Vitest, so that it is put beside it until the next `npm ci`; neither package.json nor the lock file know.
set -euo pipefail
cd "$(dirname "$0")/../.."

STRYKER=9.6.1

npm install --no-save --ignore-scripts --no-audit --no-fund --silent \
  "@stryker-mutator/core@$STRYKER" "@stryker-mutator/vitest-runner@$STRYKER"
# All that properties name.
export PROPERTY_FACTOR=1
exec node_modules/.bin/stryker run "$@"
