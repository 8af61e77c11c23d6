import type { OwnedDivergence } from '../../../gateway/divergences/all-divergences.sql.ts';
import { divergenceBody } from '../../../gateway/divergences/divergences.routes.ts';

export function ofAll(divergence: OwnedDivergence) {
  const { merchant_id, acquirer, booked_by, booking_reason } = divergence;
  return { ...divergenceBody(divergence), merchant_id, acquirer, booked_by, booking_reason };
}
