import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { invalidField } from '../../ground/errors.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { MASKED_DESTINATION } from '../destinations/destinations.schemas.ts';
import { findRefundWay } from './by-rail/find-refund-way.ts';
import type { RailDeps } from './by-rail/send-by-rail.ts';
import {
  cents,
  Reais,
  RefundLegs,
  RefundTo,
  readReais,
  TransactionId,
  WAY_DESCRIPTION,
  WAYS,
} from './refunds.schemas.ts';
import { refundPreview } from './refunds.wire.ts';
import { simulateRefund } from './simulate-refund.ts';

const SimulationBody = Type.Object({
  transaction_id: TransactionId,
  amount: Type.Optional(Reais),
  refund_to: Type.Optional(RefundTo),
  kind: Type.Enum(['pix_refund', 'reversal'], {
    description: 'which call is tried out: POST /payments/pix/refund or POST /payments/reversal',
  }),
});

const Simulation = Type.Object({
  success: Type.Boolean(),
  amount: cents('cents that would be refunded'),
  remaining: cents('cents of the transaction that could still be refunded afterwards'),
  legs: RefundLegs,
  covers_others: Type.Boolean({
    description: 'companies of others give back a part; what they are short of, you would pay on top',
  }),
  balance: Type.Object(
    {
      before: cents('cents available now'),
      after: cents('cents available once the refund is made, without what covers cost'),
    },
    { description: 'of the company that the transaction belongs to' },
  ),
  way: Type.Enum([...WAYS], { description: WAY_DESCRIPTION }),
  destination: Type.Optional(
    Type.Object(MASKED_DESTINATION, {
      description:
        'of one by the payout rail: where to, masked. Whose a key is, only the bank says, and it is not asked',
    }),
  ),
});

export function refundSimulationRoutes(server: FastifyInstance, deps: RailDeps): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/payments/refund/simulate',
    {
      // Not among the refunds: whoever types an amount must not hold up a refund.
      config: { permission: 'read', isSlow: 'read', keepNull: ['amount'] },
      schema: {
        tags: ['refunds'],
        summary: 'Try out a refund: who would give back what, or why it would be refused',
        description:
          'Answers what POST /payments/pix/refund or POST /payments/reversal would do now, with the same errors in ' +
          'the same order. Nothing is locked, written or asked of the acquirer, so that nothing is promised either. ' +
          'What companies of others have is not looked at: if they are short and you cannot cover it, only the ' +
          'refund itself says so.',
        body: SimulationBody,
        response: { 200: Simulation },
      },
    },
    async (request) => {
      const { transaction_id: paymentId, amount, kind, refund_to: refundTo = null } = request.body;
      if (kind === 'reversal' && amount !== undefined)
        throw invalidField('amount', 'is only for pix_refund: a reversal is always the whole');
      if (kind !== 'reversal' && refundTo !== null) throw invalidField('refund_to', 'is only for reversal');
      const { merchantId, permissions } = callerOf(request);
      const wished = { paymentId, refundTo, mayPayOut: permissions.has('payout'), mayAsk: false };
      const way = kind === 'reversal' ? await findRefundWay(deps, merchantId, wished) : null;
      const asked = { paymentId, amountCents: readReais(amount), kind, way };
      return refundPreview(await simulateRefund(deps, merchantId, asked));
    },
  );
}
