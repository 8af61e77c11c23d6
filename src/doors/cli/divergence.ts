import { type Account, CLEARING, mainOf, PLATFORM_FEE } from '../../books/ledger/accounts.rules.ts';
import { bookDivergence } from '../../gateway/divergences/book-divergence.ts';
import { type Divergence, listDivergences } from '../../gateway/divergences/divergences.sql.ts';
import { createLog } from '../../ground/log.ts';
import { command, group } from './command.ts';
import { withDatabase } from './database.ts';
import { readHolder, readId, readWhoAndWhy } from './values.ts';

const MOST_SHOWN = 200;

const list = command({
  name: 'list',
  description: `List the open disagreements with the acquirer, newest first; at most ${MOST_SHOWN}`,
  examples: ['vintem divergence list', 'vintem divergence list --all --json'],
  args: { all: { type: 'boolean', description: 'resolved ones, too' } },
  run: (args) =>
    withDatabase(async ({ db }) => {
      const divergences = await listDivergences(db, { isOpenOnly: !args.all, limit: MOST_SHOWN });
      return { lines: divergences.length > 0 ? divergences.map(lineOf) : ['there is none'], json: divergences };
    }),
});

function lineOf(divergence: Divergence): string {
  const figures = (received: number, refunded: number) => `${received} received, ${refunded} refunded`;
  const state = divergence.booked_at ? 'BOOKED' : divergence.resolved_at ? 'RESOLVED' : 'OPEN';
  return [
    `divergence ${divergence.id}`,
    `transaction ${divergence.payment_id}`,
    divergence.kind,
    divergence.gone_at ? `${state}, no longer there` : state,
    `ours: ${figures(divergence.local_received_cents, divergence.local_refunded_cents)}`,
    `acquirer: ${figures(divergence.acquirer_received_cents, divergence.acquirer_refunded_cents)}`,
    `difference ${divergence.difference_cents}`,
  ].join(' | ');
}

const side = { type: 'string', required: true, valueHint: 'acquirer|platform|company:<id>' } as const;

const book = command({
  name: 'book',
  description:
    'Put the difference of a divergence into the books by an adjusting journal; it cannot be undone or repeated',
  examples: [`vintem divergence book 12 --from acquirer --to company:4 --reason 'paid late'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the divergence, as listed' },
    from: { ...side, description: 'who gives the money: the acquirer, when it holds more than the books say' },
    to: { ...side, description: 'who gets the money: the acquirer, when it holds less than the books say' },
    reason: { type: 'string', required: true, description: 'why, for the records' },
    by: { type: 'string', description: 'who books it; default: the user of this machine' },
  },
  async run(args) {
    const divergenceId = readId('the divergence', args.id);
    const [from, to] = [readSide('--from', args.from), readSide('--to', args.to)];
    const note = readWhoAndWhy(args);
    const { divergence, amountCents } = await withDatabase((deps) =>
      bookDivergence({ ...deps, log: createLog('error', process.stderr) }, { divergenceId, from, to, ...note }),
    );
    return {
      lines: [`divergence ${divergenceId} booked: ${amountCents} cents from ${args.from} to ${args.to}`],
      json: { ...divergence, booked_cents: amountCents },
    };
  },
});

function readSide(option: string, text: string): Account {
  if (text === 'acquirer') return CLEARING;
  const companyId = readHolder(option, text, 'acquirer, platform or company:<id>');
  return companyId === null ? PLATFORM_FEE : mainOf(companyId);
}

export const divergence = group({ name: 'divergence', description: 'Disagreements with the acquirer' }, { list, book });
