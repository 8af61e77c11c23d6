import { CliError, command } from './command.ts';
import { openSession, refusal } from './server-session.ts';
import { readId } from './values.ts';

export const pay = command({
  name: 'pay',
  description: 'Pay a transaction of the sandbox as its payer would',
  examples: ['vintem pay 10', 'VINTEM_URL=https://sandbox.example.com VINTEM_API_KEY=vk_… vintem pay 10 --json'],
  args: { id: { type: 'positional', required: true, description: 'id of the transaction' } },
  async run(args) {
    const id = readId('the transaction', args.id);
    const session = await openSession(process.env);
    const before = await session.call('GET', `/transactions/${id}`);
    if (before.status !== 200) throw refusal(`transaction ${id} cannot be read as ${session.account}`, before);
    const { status_payment_name: status } = before.body;
    // The sandbox takes money for a transaction that is over, too: a divergence, which nobody means who types this.
    if (status !== 'PENDING') throw new CliError(`transaction ${id} is ${status}: only a pending one can be paid`);
    const paid = await session.call('POST', `/sandbox/transactions/${id}/pay`);
    if (paid.body?.code === 'ROUTE_NOT_FOUND')
      throw new CliError(`${session.url} is live: there only payers pay; vintem pay is for a sandbox`);
    if (paid.status !== 200) throw refusal(`transaction ${id} was not paid`, paid);
    const { body } = await session.call('GET', `/transactions/${id}`);
    const isApproved = body.status_payment_name === 'APPROVED';
    return {
      lines: [
        `transaction ${id} paid: ${body.amount} cents, ${body.status_payment_name}` +
          (isApproved ? '' : `; the acquirer says ${paid.body.acquirer_status}, the background work will notice`),
      ],
      json: {
        transaction_id: id,
        status: body.status_payment_name,
        acquirer_status: paid.body.acquirer_status,
        amount: body.amount,
        paid_at: body.paid_at ?? null,
      },
    };
  },
});
