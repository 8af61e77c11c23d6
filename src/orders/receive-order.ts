import { saoPauloDateOf } from '../brazil/calendar.rules.ts';
import type { Deps } from '../deps.ts';
import type { KeyClaim } from '../idempotency/keys.sql.ts';
import { listedParticipants } from '../splits/splits.wire.ts';
import { createPayment } from './create-payment.ts';
import type { Created } from './issue-payment.ts';
import { checkOrderShape } from './order-shape.rules.ts';
import type { OrderBody } from './orders.schemas.ts';
import { orderOf } from './orders.wire.ts';

/**
 * The door of the API: the login says who orders, the access tokens for whom. First the shape, then every lookup in one round trip;
 * what comes after it knows neither login nor token.
 */
export async function receiveOrder(deps: Deps, merchantId: number, body: OrderBody, claim: KeyClaim | null): Promise<Created> {
  const at = await deps.clock.now();
  checkOrderShape(body, { today: saoPauloDateOf(at), documentCheck: deps.config.documentCheck });
  const order = orderOf(body);
  const listed = body.splitParticipants ?? [];
  const { seller, partners } = await deps.sellers.find(merchantId, body.access_token, order.paymentType, listed);
  return createPayment(deps, { ...order, seller, participants: listedParticipants(listed, partners) }, at, claim);
}
