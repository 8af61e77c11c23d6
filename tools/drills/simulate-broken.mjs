// Shows that the simulation finds mistakes: breaks one rule in a copy of the project, runs seeds until one fails, and
// says which. `npm run simulate:broken` tries all rules, `npm run simulate:broken -- holidays` tries one; `--seeds N`
// sets how many seeds (default 1,000); `--check` runs nothing and says whether each mutation still finds its place.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['src', 'db', 'test/simulation', 'package.json', 'tsconfig.json', 'tsconfig.simulation.json'];

/**
 * Each is a mistake that a person could make. The pattern must match exactly once, so that every
 * mutation changes something.
 */
const MUTATIONS = {
  'ten-minutes': {
    what: 'a charge counts as never made as soon as the acquirer does not know it',
    file: 'src/gateway/payments/checks/check-schedule.rules.ts',
    pattern: /CHARGE_SETTLES_MS = 10 \* MINUTE_MS/,
    broken: 'CHARGE_SETTLES_MS = 0 * MINUTE_MS',
  },
  'covers-too-high': {
    what: 'the owner covers 50 cents more than a participant lacks',
    file: 'src/gateway/refunds/cover.rules.ts',
    pattern: /amountCents: needed - covered,/,
    broken: 'amountCents: needed - covered + 50,',
  },
  'retry-despite-dispute': {
    what: 'an order is retried although money of it waits for a decision',
    file: 'src/gateway/orders/retry-payment.ts',
    pattern: /if \(await (hasOpenDivergence\(.*?\))\)\s+throw/,
    broken: 'if (!(await $1) && false) throw',
  },
  holidays: {
    what: 'banks work on holidays',
    file: 'src/ground/brazil/local-dates.rules.ts',
    pattern: / && !isBankHoliday\(date, midnight\.getUTCFullYear\(\)\)/,
    broken: '',
  },
  'feed-without-cut': {
    what: 'the feed gives out events above transactions that are still running',
    file: 'src/news/events/feed.sql.ts',
    pattern: /const IS_SETTLED = 'written_by < pg_snapshot_xmin\(pg_current_snapshot\(\)\)';/,
    broken: "const IS_SETTLED = 'true';",
  },
  'returns-forgotten': {
    what: 'what the banks took back is never booked',
    file: 'src/gateway/alignment/book-med-returns.ts',
    pattern: /if \(answer\.medReturns\.length === 0\) return locked;/,
    broken: 'if (answer.medReturns.length >= 0) return locked;',
  },
  'fee-of-returns': {
    what: 'the fee of what the banks took back stays with whoever bore it',
    file: 'src/gateway/alignment/book-med-returns.ts',
    pattern: /feeOnRefund: before\.fee_on_refund/,
    broken: "feeOnRefund: 'kept'",
  },
  'debits-back-in-time': {
    what: 'a debit is dated by the clock of its process, before the last one too',
    file: 'src/books/ledger/take-debit-locks.ts',
    pattern: /return debitTimeOf\(lastDebits, await deps\.clock\.now\(tx\)\);/,
    broken: 'return debitTimeOf(lastDebits.slice(lastDebits.length), await deps.clock.now(tx));',
  },
  'answer-kept-too-soon': {
    what: 'an answer is kept under its key although the payment was approved meanwhile',
    file: 'src/gateway/orders/orders.sql.ts',
    pattern: /WHERE p\.status = 1 AND p\.acquirer_data = i\.issued/,
    broken: 'WHERE p.status = p.status',
  },
  'old-answers': {
    what: 'an answer that does not know yet what has just happened is believed',
    file: 'src/gateway/alignment/answer.rules.ts',
    pattern: /READS_CATCH_UP_MS = 10 \* 60_000/,
    broken: 'READS_CATCH_UP_MS = 0 * 60_000',
  },
  'balance-before-lock': {
    what: 'refunds that meet do not wait for each other',
    file: 'src/books/ledger/ledger.sql.ts',
    pattern: /WHERE company_id = ANY \(\$1::bigint\[\]\) ORDER BY company_id FOR UPDATE/,
    broken: 'WHERE company_id = ANY ($1::bigint[]) ORDER BY company_id',
  },
  'ids-again': {
    what: 'after a restore ids go on where the backup ended',
    file: 'src/ground/db/begin-epoch.ts',
    pattern: /await moveIdsAhead\(tx, FAR_AHEAD\);/,
    broken: 'void [moveIdsAhead, FAR_AHEAD];',
  },
  'returns-of-lost-money': {
    what: 'what was given back of money that nobody knows is not noted',
    file: 'src/gateway/alignment/receipts/unknown-receipts.sql.ts',
    pattern: /SET refunded_cents = EXCLUDED\.refunded_cents/,
    broken: 'SET refunded_cents = unknown_receipts.refunded_cents',
  },
  'late-charges-to-owner': {
    what: 'what a payer owes for being late goes to the owner, whoever is the PRIMARY',
    file: 'src/books/ledger/postings.rules.ts',
    pattern: /share\.merchantType === 'PRIMARY' \? besides/,
    broken: 'share.position === 0 ? besides',
  },
  'discount-given-back': {
    what: 'a reversal gives back the whole amount of a boleto that was paid with a discount',
    file: 'src/gateway/payments/amount-due.rules.ts',
    pattern: /return Math\.min\(amount_cents, paid_cents \?\? amount_cents\);/,
    broken: 'return Math.max(amount_cents, Math.min(amount_cents, paid_cents ?? 0));',
  },
  'late-charges-apart': {
    what: 'late charges are retained by a floor of their own, not by that of the whole net',
    file: 'src/books/ledger/postings.rules.ts',
    pattern: /retainedOfNet\(netCents \+ lateChargesCents\) - retainedCents/,
    broken: 'retainedOfNet(lateChargesCents)',
  },
  'before-the-credit': {
    what: 'money of a boleto is available before its bank credits it',
    file: 'src/books/ledger/value-dates.rules.ts',
    pattern: /creditOn !== null && creditOn > byTerms \? creditOn : byTerms/,
    broken: 'byTerms',
  },
  'one-way-to-count': {
    what: 'only banks that count from the rolled day are believed',
    file: 'src/gateway/boleto-terms/figures.rules.ts',
    pattern: /leastAndMostCharges\(slip, daysAfter\(dueDate, day\)\)/,
    broken: 'leastAndMostCharges(slip, daysAfter(rollToBusinessDay(dueDate), day))',
  },
  'reversed-despite-dispute': {
    what: 'a boleto is reversed although its bank reports another sum',
    file: 'src/gateway/refunds/hold-refunds.ts',
    pattern: /isDisputed: disputed\.has\(id\)/,
    broken: 'isDisputed: disputed.has(-id)',
  },
  'sent-before-it-is-written': {
    what: 'the bank is called before the payout is SENT',
    file: 'src/gateway/payouts/send-payouts.ts',
    pattern: /(if \(!\(await markSent\(deps, payout\.id\)\)\) return;)\s+(const answer = await rail\.send\(.*?\);)/,
    broken: '$2 $1',
  },
  'payout-sent-again': {
    what: 'a payout that is not found is sent again, whatever the bank takes as its key',
    file: 'src/gateway/payouts/send-payouts.ts',
    pattern: /rail\?\.isKeyedByReference && !isStill/,
    broken: '!isStill',
  },
  'unknown-payout-fails': {
    what: 'a payout that the bank does not know counts as refused',
    file: 'src/gateway/payouts/payout-outcome.rules.ts',
    pattern: /if \(answer\.outcome !== 'found'\) return \{ outcome: answer\.outcome \};/,
    broken:
      "if (answer.outcome === 'not_found') return { outcome: 'found', end: 'REFUSED' };" +
      " if (answer.outcome !== 'found') return { outcome: answer.outcome };",
  },
  'payout-fee-kept': {
    what: 'the fee of a payout that failed is kept',
    file: 'src/gateway/payouts/payout-journals.rules.ts',
    pattern: /return reverseFrom\(entriesOfPayout, now\);/,
    broken: "return reverseFrom(entriesOfPayout.filter(({ tag }) => tag !== 'payout_fee'), now);",
  },
  'sent-payout-cancelled': {
    what: 'a payout is cancelled although it was sent',
    file: 'src/gateway/payouts/decide-payout.ts',
    pattern: /if \(!PAYOUT_TRANSITIONS\[payout\.status\]\.includes\('CANCELLED'\)\)/,
    broken: "if (payout.settled_at !== null || !PAYOUT_TRANSITIONS.REQUESTED.includes('CANCELLED'))",
  },
  'own-payout-approved': {
    what: 'somebody approves a payout of their own',
    file: 'src/gateway/payouts/decide-payout.ts',
    pattern: /return status === 'AWAITING_APPROVAL' && requested_by_user !== userId;/,
    broken: "return status === 'AWAITING_APPROVAL' && requested_by_user !== -userId;",
  },
  'sent-while-standing-still': {
    what: 'after a restore payouts go on at once',
    file: 'src/gateway/payouts/send-payouts.ts',
    pattern: /const isStill = await standsStill\(deps\.db\);/,
    broken: 'const isStill = (await standsStill(deps.db)) && epoch < 0;',
  },
  'sent-before-the-restore': {
    what: 'what came out of a backup is sent without asking its bank',
    file: 'src/gateway/payouts/send-payouts.ts',
    pattern: /isUnsent && payout\.epoch < epoch &&/,
    broken: 'isUnsent && payout.epoch < -epoch &&',
  },
  'payout-day-limit': {
    what: 'only what was not sent yet counts for the limit of a day',
    file: 'src/gateway/payouts/payouts.sql.ts',
    pattern: /status NOT IN \('FAILED', 'CANCELLED'\)\s+UNION ALL/,
    broken: "status IN ('AWAITING_APPROVAL', 'REQUESTED') UNION ALL",
  },
};

function breakText(text, { pattern, broken }) {
  const places = text.match(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`)) ?? [];
  if (places.length !== 1)
    throw new Error(`${pattern} is there ${places.length} times: the mutation has lost its place`);
  return text.replace(pattern, broken);
}

/** Returns the first seed that noticed, or null. */
function huntDown(mutation, seeds) {
  const copy = mkdtempSync(path.join(tmpdir(), 'vintem-broken-'));
  try {
    for (const part of COPIED) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
    const file = path.join(copy, mutation.file);
    writeFileSync(file, breakText(readFileSync(file, 'utf8'), mutation));
    const args = ['run', '--silent', 'simulate', '--', '--seeds', String(seeds), '--until-failure'];
    const { stdout, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 });
    const [, seed, invariant] = /^FAILED seed (\d+).*\n\s*(.*)$/m.exec(stdout) ?? [];
    if (!seed && !/ 0 failed/.test(stdout)) throw new Error(`the simulation did not run:\n${stdout}\n${stderr}`);
    return seed ? { seed: Number(seed), invariant } : null;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function hunt(name, seeds) {
  const { what, ...mutation } = MUTATIONS[name] ?? {};
  if (!what) throw new Error(`no mutation ${name}; there are ${Object.keys(MUTATIONS).join(', ')}`);
  const found = huntDown(mutation, seeds);
  console.log(`${name} (${what}): ${found ? `seed ${found.seed}: ${found.invariant}` : `NOT FOUND in ${seeds} seeds`}`);
  return found !== null;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '1000' }, check: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(MUTATIONS);
if (values.check) {
  for (const name of names) breakText(readFileSync(path.join(ROOT, MUTATIONS[name].file), 'utf8'), MUTATIONS[name]);
  console.log(`${names.length} mutations find their place`);
} else {
  const missed = names.filter((name) => !hunt(name, Number(values.seeds)));
  process.exitCode = missed.length > 0 ? 1 : 0;
}
