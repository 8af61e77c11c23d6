import { settleByOperator } from '../../gateway/refunds/by-operator/settle-by-operator.ts';
import { listOpenRefunds, type OpenRefund } from '../../gateway/refunds/refund-list.sql.ts';
import { createLog } from '../../ground/log.ts';
import { CliError, command, group } from './command.ts';
import { withDatabase } from './database.ts';
import { aboutList } from './payout-export.ts';
import { readId, readReason } from './values.ts';

const MOST_SHOWN = 200;
const ENDS = { refunded: 'REFUNDED', refused: 'REFUSED' } as const;

const list = command({
  name: 'list',
  description: `List the refunds that are under way, the oldest first; at most ${MOST_SHOWN}`,
  examples: ['vintem refund list', 'vintem refund list --json'],
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const refunds = await listOpenRefunds(db, MOST_SHOWN);
      return { lines: refunds.length > 0 ? refunds.map(lineOf) : ['there is none'], json: refunds };
    }),
});

function lineOf({ id, payment_id, amount_cents, requested_at, seen_at, refused_at }: OpenRefund): string {
  const said = seen_at ? 'the bank has shown it' : refused_at ? 'the bank has refused it' : 'the bank has not shown it';
  const since = requested_at.toISOString();
  return `refund ${id} | transaction ${payment_id} | ${amount_cents} cents | since ${since} | ${said}`;
}

const settle = command({
  name: 'settle',
  description: 'End a refund that the bank never clears up, as its statement shows; it cannot be undone or repeated',
  examples: [`vintem refund settle 12 --as refunded --reason 'on the statement of 3 March'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the refund' },
    as: {
      type: 'string',
      required: true,
      valueHint: 'refunded|refused',
      description: 'refunded: the payer has the money; refused: nothing left the account, and it is given back',
    },
    reason: { type: 'string', required: true, description: 'how you know, for the audit log' },
  },
  async run(args) {
    const refundId = readId('the refund', args.id);
    const end = ENDS[args.as as keyof typeof ENDS];
    if (!end) throw new CliError(`--as must be refunded or refused, got "${args.as}"`);
    const reason = readReason(args.reason);
    const { state, list } = await withDatabase((deps) =>
      settleByOperator({ ...deps, log: createLog('error', process.stderr), poke: () => {} }, { refundId, end, reason }),
    );
    const { refund, payment } = state;
    return {
      lines: [
        `refund ${refundId} of transaction ${payment.id}: ${refund.amount_cents} cents ${args.as}`,
        ...aboutList(list, end === 'REFUSED'),
      ],
      json: { id: refundId, transaction_id: payment.id, amount_cents: refund.amount_cents, status: end, list },
    };
  },
});

export const refund = group({ name: 'refund', description: 'Refunds that are under way' }, { list, settle });
