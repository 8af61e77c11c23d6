import { returnByOperator } from '../../gateway/payouts/return-by-operator.ts';
import { createLog } from '../../ground/log.ts';
import { command } from './command.ts';
import { withDatabase } from './database.ts';
import { readId, readReason, readWhole } from './values.ts';

export const payoutReturn = command({
  name: 'return',
  description: 'Book that a payout which was paid by hand has come back, in part or whole; it cannot be undone',
  examples: [`vintem payout return 12 --amount 5000 --reason 'conta encerrada, no extrato de 5 de março'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the payout' },
    amount: { type: 'string', required: true, valueHint: 'cents', description: 'how much came back this time' },
    reason: { type: 'string', required: true, description: 'why, for the merchant and the audit log' },
  },
  async run(args) {
    const payoutId = readId('the payout', args.id);
    const amountCents = readWhole('--amount', args.amount);
    const reason = readReason(args.reason);
    const { company_id, status, returned_cents } = await withDatabase((deps) =>
      returnByOperator(
        { ...deps, log: createLog('error', process.stderr), poke: () => {} },
        { payoutId, amountCents, reason },
      ),
    );
    return {
      lines: [`payout ${payoutId} of company ${company_id}: ${amountCents} cents came back; it is ${status}`],
      json: { id: payoutId, status, returned_cents },
    };
  },
});
