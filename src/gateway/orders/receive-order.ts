import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import type { NamedSeller, WithSellers } from '../../parties/companies/sellers.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import { listedParticipants } from '../splits/splits.wire.ts';
import type { WithOrderWrites } from './batch-writes.ts';
import { createPayment } from './create-payment.ts';
import type { Created } from './issue-payment.ts';
import { readOrder } from './order-shape.rules.ts';
import type { CompanyOrderBody } from './orders.schemas.ts';

/**
 * The door of the API: the login says who orders, an access token or the address for whom. First the shape, then every
 * lookup; what comes after knows neither login nor token: all rules, then the writes.
 */
export async function receiveOrder(
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers & WithSellers,
  merchantId: number,
  named: NamedSeller,
  body: CompanyOrderBody,
  claim: KeyClaim | null,
): Promise<Created> {
  const at = await deps.clock.now();
  const order = readOrder(body, { today: saoPauloDateOf(at), documentCheck: deps.config.documentCheck });
  const listed = body.splitParticipants ?? [];
  const { seller, partners } = await deps.sellers.findSeller(merchantId, named, order.paymentType, listed);
  return createPayment(deps, { ...order, seller, participants: listedParticipants(listed, partners) }, at, claim);
}
