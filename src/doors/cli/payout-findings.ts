import { listFindings, type PayoutFinding } from '../../gateway/payouts/findings.sql.ts';
import { resolveFinding } from '../../gateway/payouts/resolve-finding.ts';
import { command, group } from './command.ts';
import { withDatabase } from './database.ts';
import { readId, readReason } from './values.ts';

const MOST_SHOWN = 200;

const list = command({
  name: 'list',
  description: `List open findings about payouts, which banks see otherwise, the oldest first; at most ${MOST_SHOWN}`,
  examples: ['vintem payout findings list', 'vintem payout findings list --all --json'],
  args: { all: { type: 'boolean', description: 'resolved ones, too, and the newest first' } },
  run: (args) =>
    withDatabase(async ({ db }) => {
      const findings = await listFindings(db, { isOpenOnly: !args.all, limit: MOST_SHOWN });
      return { lines: findings.length > 0 ? findings.map(lineOf) : ['there is none'], json: findings };
    }),
});

function lineOf(finding: PayoutFinding): string {
  const { id, kind, payout_id, company_id, acquirer, reference, our_cents, bank_cents, detected_at } = finding;
  return [
    `finding ${id}`,
    kind,
    finding.resolved_at ? `RESOLVED: ${finding.resolution}` : `OPEN since ${detected_at.toISOString()}`,
    payout_id === null ? 'no payout' : `payout ${payout_id}`,
    ...(company_id === null ? [] : [`company ${company_id}`]),
    `ours ${our_cents} cents, bank ${bank_cents}`,
    acquirer,
    `reference ${reference}`,
  ].join(' | ');
}

const resolve = command({
  name: 'resolve',
  description: 'Say what was done about such a finding; it changes no payout and no book, and the doctor is silent',
  examples: [`vintem payout findings resolve 12 --reason 'of the payroll, which shares the account'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the finding, as listed' },
    reason: { type: 'string', required: true, description: 'what was done, for the audit log' },
  },
  async run(args) {
    const id = readId('the finding', args.id);
    const reason = readReason(args.reason);
    const resolved = await withDatabase((deps) => resolveFinding(deps, id, reason));
    return { lines: [`finding ${id} resolved: ${resolved.kind}, ${reason}`], json: resolved };
  },
});

export const payoutFindings = group(
  { name: 'findings', description: 'What banks see otherwise about payouts: unknown there or here, another amount' },
  { list, resolve },
  'list',
);
