import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Courier } from '../courier.ts';
import { parseInstant } from '../create-charge.ts';
import type { Deps } from '../deps.ts';
import type { Misbehaviour } from '../misbehave.ts';
import { ServiceError } from '../service-error.ts';
import { controlPayout } from './change-payout.ts';
import { createPayout } from './create-payout.ts';
import { holderOf, isAnswerLost, PAYOUT_ACTIONS } from './payout.rules.ts';
import { HolderBody, PayoutBody, PayoutControlBody, PayoutParams, readPage, SentQuery } from './payout.schemas.ts';
import { paidPayoutToWire, payoutToWire } from './payout.wire.ts';
import { findPayout, listPaidPayouts } from './payouts.sql.ts';

const PAGE = 100;

/** What a merchant's system may ask about money that it sends. Every answer may be spoilt by a fault. */
export function payoutRoutes(server: FastifyInstance, deps: Deps, misbehaviour: Misbehaviour): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put('/payouts/:reference', { schema: { params: PayoutParams, body: PayoutBody } }, async (request, reply) => {
    const { reference } = request.params;
    await misbehaviour.answer(reply, 'payout', reference, async (fault) => {
      const { payout, isNew } = await createPayout(deps, reference, request.body, fault?.kind ?? null);
      const isLost = isNew && isAnswerLost(payout.amountCents);
      return { statusCode: isNew ? 201 : 200, body: payoutToWire(payout), isLost };
    });
    return reply;
  });

  app.get('/payouts/:reference', { schema: { params: PayoutParams } }, async (request, reply) => {
    const { reference } = request.params;
    await misbehaviour.answer(reply, 'query_payout', reference, async (fault) => {
      const payout = fault?.kind === 'lag' ? null : await findPayout(deps.db, reference);
      if (!payout) throw new ServiceError('not_found', 'no payout has this reference');
      return { statusCode: 200, body: payoutToWire(payout) };
    });
    return reply;
  });

  // A POST, so that no key stands in an address.
  app.post('/payout-holder', { schema: { body: HolderBody } }, async (request, reply) => {
    const { destination, sender } = request.body;
    await misbehaviour.answer(reply, 'payout_holder', '', async (fault) => {
      const onDemand = fault?.kind === 'unknown_key' || fault?.kind === 'another_holder' ? fault.kind : null;
      const holder = holderOf(destination, sender, onDemand);
      if (!holder) throw new ServiceError('not_found', 'nobody has this key');
      return { statusCode: 200, body: holder };
    });
    return reply;
  });

  app.get('/payouts', { schema: { querystring: SentQuery } }, async (request) => {
    const { from, to, page } = request.query;
    const period = { from: parseInstant(from, 'from'), to: parseInstant(to, 'to') };
    const listed = await listPaidPayouts(deps.db, { ...period, skip: readPage(page) * PAGE, most: PAGE + 1 });
    return { payouts: listed.slice(0, PAGE).map(paidPayoutToWire), isLast: listed.length <= PAGE };
  });
}

/** The hand of the receiving bank. These answers are never spoilt. */
export function payoutControlRoutes(server: FastifyInstance, deps: Deps, courier: Courier): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  for (const action of PAYOUT_ACTIONS) {
    app.post(
      `/control/payouts/:reference/${action}`,
      {
        schema: { params: PayoutParams, body: PayoutControlBody },
        preValidation: async (request) => {
          // A bare POST means the defaults.
          request.body ??= {};
        },
      },
      async (request) => {
        const { payout, notification } = await controlPayout(deps, request.params.reference, action, request.body);
        await courier.sendNow(notification);
        return payoutToWire(payout);
      },
    );
  }
}
