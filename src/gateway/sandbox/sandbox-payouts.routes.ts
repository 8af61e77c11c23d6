import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { findPayoutOfMerchant } from '../payouts/payouts.sql.ts';
import { playBank } from './play-bank.ts';
import type { BankAction, SandboxControls } from './play-payer.ts';

const SUMMARIES: Record<BankAction, string> = {
  pay: 'Sandbox: the bank pays a payout',
  fail: 'Sandbox: the bank refuses a payout',
  return: 'Sandbox: the receiving bank sends a payout back',
};

const ActionBody = Type.Object({
  notify: Type.Optional(Type.Boolean({ description: 'false: only a question of ours finds out' })),
});
const ReturnBody = Type.Object({
  ...ActionBody.properties,
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 99_999_999_999, description: 'cents; a part instead of all that is left' }),
  ),
});
const ActionResponse = Type.Object({
  success: Type.Boolean(),
  payout_id: Type.Integer(),
  acquirer_status: Type.String(),
  returned_amount: Type.Integer({ description: 'cents that the bank has sent back so far' }),
});

/** These do not exist in live. Each touches only the caller's own payouts, by the way that a bank's word takes. */
export function sandboxPayoutRoutes(server: FastifyInstance, deps: Deps, controls: SandboxControls): void {
  for (const action of ['pay', 'fail', 'return'] as const) {
    server.post(
      `/sandbox/payouts/:id/${action}`,
      {
        config: { permission: 'payout' },
        schema: {
          tags: ['sandbox'],
          summary: SUMMARIES[action],
          params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
          body: action === 'return' ? ReturnBody : ActionBody,
          response: { 200: ActionResponse },
        },
        // A POST without a body means the defaults.
        preValidation: async (request) => {
          request.body ??= {};
        },
      },
      async (request) => {
        const { amount, notify = true } = request.body as { amount?: number; notify?: boolean };
        const id = readPathId(request.params);
        const payout = await findPayoutOfMerchant(deps.db, callerOf(request).merchantId, id);
        if (!payout) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${id} does not exist`);
        const amountCents = action === 'return' ? (amount ?? null) : null;
        const { status, returnedCents } = await playBank(deps, controls, payout, action, { notify, amountCents });
        return { success: true, payout_id: id, acquirer_status: status, returned_amount: returnedCents };
      },
    );
  }
}
