import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import { Unfinished, withIdempotency } from '../../ground/idempotency/with-idempotency.ts';
import { isAccepted } from '../../ground/refusals.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { insistOnFreshPassword } from '../../parties/accounts/passwords/fresh-password.ts';
import { findRefundWay } from './by-rail/find-refund-way.ts';
import type { RailDeps } from './by-rail/send-by-rail.ts';
import type { RefundRequest } from './hold-refunds.ts';
import { insistOnPassword } from './insist-on-password.ts';
import { refundReadRoutes } from './refund-reads.routes.ts';
import { refundSimulationRoutes } from './refund-simulation.routes.ts';
import type { WithRefundWrites } from './refund-writes.ts';
import { Reais, RefundTo, readReais, TransactionId } from './refunds.schemas.ts';
import { pixRefundAnswer, pixRefundUnderWay, reversalAnswer, reversalUnderWay } from './refunds.wire.ts';
import { type RequestedRefund, requestRefund, resumeRefund } from './request-refund.ts';

const MAX_TEXT_LENGTH = 500;
const Note = Type.String({ maxLength: MAX_TEXT_LENGTH, format: 'plain-text' });

const PixRefundBody = Type.Object({
  transaction_id: TransactionId,
  amount: Type.Optional(Reais),
  description: Type.Optional(Note),
});
const ReversalBody = Type.Object({
  transaction_id: TransactionId,
  reason: Type.Optional(Note),
  refund_to: Type.Optional(RefundTo),
});

const time = Type.String({ format: 'date-time' });
const cents = Type.Integer({ description: 'cents' });
const RefundSummary = Type.Object({ id: Type.Integer(), amount: cents });

const RefundUnderWay = Type.Object({
  id: Type.Integer(),
  amount: cents,
  status: Type.String({ description: 'PROCESSING: the bank is still working on it' }),
});
const timeOrNull = Type.Unsafe<string | null>({ anyOf: [time, { type: 'null' }] });

const PixRefundResponse = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  transaction: Type.Object({
    id: Type.Integer(),
    payment_id: Type.String({ description: "the sub-acquirer's payment id" }),
    status: Type.Integer({ description: '6, REFUNDED' }),
    amount: cents,
    refunded_amount: Type.Integer({ description: 'cents refunded so far' }),
    refunded_at: time,
  }),
  refund: RefundSummary,
});

const ReversalResponse = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  transaction: Type.Object({
    id: Type.Integer(),
    order_number: Type.String(),
    status: Type.String({ description: 'REFUNDED' }),
    amount: cents,
    refund_amount: cents,
    payment_type: Type.String(),
    refunded_at: time,
    created_at: time,
  }),
  refund: RefundSummary,
});

const PixRefundAccepted = Type.Object({
  ...PixRefundResponse.properties,
  transaction: Type.Object({
    ...PixRefundResponse.properties.transaction.properties,
    status: Type.Integer({ description: 'as it stands: 2, APPROVED' }),
    refunded_at: timeOrNull,
  }),
  refund: RefundUnderWay,
});
const ReversalAccepted = Type.Object({
  ...ReversalResponse.properties,
  transaction: Type.Object({
    ...ReversalResponse.properties.transaction.properties,
    status: Type.String({ description: 'as it stands: APPROVED' }),
    refunded_at: timeOrNull,
  }),
  refund: RefundUnderWay,
});

const UNDER_WAY_DESCRIPTION =
  'A refund that the bank has accepted and is still working on after 8 seconds is answered with 202. Its money is ' +
  'taken already. A repeat with the same Idempotency-Key gives the outcome, which `payment.refunded` or ' +
  '`refund.failed` tells, too.';

const BY_RAIL_DESCRIPTION =
  'A boleto whose bank gives nothing back goes out by the rail of the company’s payouts, without a fee: to the PIX ' +
  'key that is the payer’s CPF or CNPJ, or to `refund_to`. A key that does not exist, or is somebody else’s, is 400 ' +
  'REFUND_REFUSED with that reason, and so is a company without such a rail.';

type PixRefundBodies = ReturnType<typeof pixRefundAnswer> | ReturnType<typeof pixRefundUnderWay>;
type ReversalBodies = ReturnType<typeof reversalAnswer> | ReturnType<typeof reversalUnderWay>;

function pixRefundBody(requested: RequestedRefund): PixRefundBodies | Unfinished<PixRefundBodies> {
  return requested.status === 'REFUNDED' ? pixRefundAnswer(requested) : new Unfinished(pixRefundUnderWay(requested));
}

function reversalBody(requested: RequestedRefund): ReversalBodies | Unfinished<ReversalBodies> {
  return requested.status === 'REFUNDED' ? reversalAnswer(requested) : new Unfinished(reversalUnderWay(requested));
}

export function refundRoutes(server: FastifyInstance, deps: RailDeps & WithRefundWrites & WithLists): void {
  refundSimulationRoutes(server, deps);
  refundReadRoutes(server, deps);
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/payments/pix/refund',
    {
      // Leaving the amount out refunds everything; a null there is more likely a mistake than a wish.
      config: { permission: 'refund', isSlow: 'refund', keepNull: ['amount'] },
      schema: {
        tags: ['refunds'],
        summary: 'Refund a PIX payment, in part or whole',
        description: UNDER_WAY_DESCRIPTION,
        body: PixRefundBody,
        response: { 200: PixRefundResponse, 202: PixRefundAccepted },
      },
    },
    async (request, reply) => {
      const { merchantId } = callerOf(request);
      const { transaction_id, amount, description } = request.body;
      const refund: RefundRequest = {
        paymentId: transaction_id,
        amountCents: readReais(amount),
        kind: 'pix_refund',
        description: description ?? null,
      };
      await insistOnPassword(deps, merchantId, request.session, refund);
      return withIdempotency<PixRefundBodies>(deps, merchantId, request, reply, {
        start: async (claim) => pixRefundBody(await requestRefund(deps, merchantId, refund, claim)),
        resume: async (work) => pixRefundBody(await resumeRefund(deps, work.id)),
        takesLongerMs: deps.config.refundWaitMs,
      });
    },
  );

  app.post(
    '/payments/reversal',
    {
      config: { permission: 'refund', isSlow: 'refund' },
      schema: {
        tags: ['refunds'],
        summary: 'Refund an approved payment of any type, whole',
        description: `${UNDER_WAY_DESCRIPTION} ${BY_RAIL_DESCRIPTION}`,
        body: ReversalBody,
        response: { 200: ReversalResponse, 202: ReversalAccepted },
      },
    },
    async (request, reply) => {
      const { merchantId, permissions, tokenIssuedAt } = callerOf(request);
      const { transaction_id, reason, refund_to: refundTo = null } = request.body;
      const refund: RefundRequest = {
        paymentId: transaction_id,
        amountCents: null,
        kind: 'reversal',
        description: reason ?? null,
      };
      await insistOnPassword(deps, merchantId, request.session, refund);
      return withIdempotency<ReversalBodies>(deps, merchantId, request, reply, {
        start: async (claim) => {
          const mayPayOut = permissions.has('payout');
          const wished = { paymentId: transaction_id, refundTo, mayPayOut, mayAsk: true };
          const way = await findRefundWay(deps, merchantId, wished);
          if (way && isAccepted(way) && way.toOthers) insistOnFreshPassword(deps, request.session, tokenIssuedAt);
          return reversalBody(await requestRefund(deps, merchantId, { ...refund, way }, claim));
        },
        resume: async (work) => reversalBody(await resumeRefund(deps, work.id)),
        takesLongerMs: deps.config.refundWaitMs,
      });
    },
  );
}
