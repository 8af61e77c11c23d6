import { listEveryPayout } from '../../gateway/payouts/open-payouts.sql.ts';
import type { Payout } from '../../gateway/payouts/payout.ts';
import { resumePayouts } from '../../gateway/payouts/resume-payouts.ts';
import { settleByOperator } from '../../gateway/payouts/settle-by-operator.ts';
import { standsStill } from '../../gateway/payouts/standstill.sql.ts';
import { createLog } from '../../ground/log.ts';
import { CliError, command, group } from './command.ts';
import { withDatabase } from './database.ts';
import { aboutList, payoutExport } from './payout-export.ts';
import { payoutFindings } from './payout-findings.ts';
import { payoutReturn } from './payout-return.ts';
import { readId, readReason } from './values.ts';

const MOST_SHOWN = 200;
const ENDS = { paid: 'PAID', failed: 'FAILED' } as const;

const list = command({
  name: 'list',
  description: `List the payouts of every merchant, newest first, at most ${MOST_SHOWN}; and whether they stand still`,
  examples: ['vintem payout list --open', 'vintem payout list --json'],
  args: { open: { type: 'boolean', description: 'only those that have not ended, the oldest first' } },
  run: (args) =>
    withDatabase(async ({ db }) => {
      const payouts = await listEveryPayout(db, { isOpenOnly: args.open === true, limit: MOST_SHOWN });
      const isStill = await standsStill(db);
      const still = isStill ? ['payouts stand still since a restore: compare, then vintem payout resume'] : [];
      return {
        lines: [...still, ...(payouts.length > 0 ? payouts.map(lineOf) : ['there is none'])],
        json: { stands_still: isStill, payouts: payouts.map(shown) },
      };
    }),
});

function lineOf({ id, company_id, amount_cents, status, acquirer, requested_at, sent_at }: Payout): string {
  const since = (sent_at ?? requested_at).toISOString();
  return `payout ${id} | company ${company_id} | ${amount_cents} cents | ${status} since ${since} | ${acquirer}`;
}

function shown(payout: Payout) {
  const { id, merchant_id, company_id, amount_cents, fee_cents, returned_cents, status, origin } = payout;
  const { acquirer, reference, end_to_end_id, failure_reason, requested_at, sent_at, settled_at } = payout;
  const sums = { amount_cents, fee_cents, returned_cents };
  const times = { requested_at, sent_at, settled_at };
  return {
    id,
    merchant_id,
    company_id,
    status,
    ...sums,
    origin,
    acquirer,
    reference,
    end_to_end_id,
    failure_reason,
    ...times,
  };
}

const settle = command({
  name: 'settle',
  description: 'End a payout that the bank never clears up, as its statement shows; it cannot be undone or repeated',
  examples: [`vintem payout settle 12 --as paid --reason 'on the statement of 3 March'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the payout' },
    as: {
      type: 'string',
      required: true,
      valueHint: 'paid|failed',
      description: 'paid: the money has left the account; failed: it has not and never will, and it is given back',
    },
    reason: { type: 'string', required: true, description: 'how you know, for the audit log' },
  },
  async run(args) {
    const payoutId = readId('the payout', args.id);
    const end = ENDS[args.as as keyof typeof ENDS];
    if (!end) throw new CliError(`--as must be paid or failed, got "${args.as}"`);
    const reason = readReason(args.reason);
    const payout = await withDatabase((deps) =>
      settleByOperator({ ...deps, log: createLog('error', process.stderr), poke: () => {} }, { payoutId, end, reason }),
    );
    return {
      lines: [
        `payout ${payoutId} of company ${payout.company_id}: ${payout.amount_cents} cents ${args.as}`,
        ...aboutList(payout.list, end === 'FAILED'),
      ],
      json: { ...shown(payout), list: payout.list },
    };
  },
});

const resume = command({
  name: 'resume',
  description: 'Let payouts go again after a restore, once what was sent since the backup has been compared',
  examples: [`vintem payout resume --reason 'compared with the statement up to 3 March'`],
  args: { reason: { type: 'string', required: true, description: 'what was compared, for the audit log' } },
  async run(args) {
    const reason = readReason(args.reason);
    const { requested, sent } = await withDatabase((deps) => resumePayouts(deps, reason));
    return {
      lines: [
        `payouts go again: ${requested} that were asked for are sent, ${sent} that were sent are asked about`,
        'what was asked for before the backup is sent after five minutes, in which it can be cancelled',
        'schedules that were due meanwhile run in their next hours, once',
      ],
      json: { requested, sent },
    };
  },
});

export const payout = group(
  { name: 'payout', description: 'Payouts: what is under way, what the bank never clears up, after a restore' },
  { list, export: payoutExport, settle, return: payoutReturn, resume, findings: payoutFindings },
);
