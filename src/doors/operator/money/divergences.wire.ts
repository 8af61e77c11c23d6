import { Type } from 'typebox';
import type { OwnedDivergence } from '../../../gateway/divergences/all-divergences.sql.ts';
import { divergenceBody } from '../../../gateway/divergences/divergences.routes.ts';
import { DivergenceBody } from '../../../gateway/divergences/divergences.schemas.ts';
import { orNull } from './money.schemas.ts';

export const OfAll = Type.Object({
  ...DivergenceBody.properties,
  merchant_id: Type.Integer(),
  acquirer: orNull(Type.String({ description: 'who holds it; null: who has the payment' })),
  booked_by: orNull(Type.String()),
  booking_reason: orNull(Type.String()),
});

export function ofAll(divergence: OwnedDivergence) {
  const { merchant_id, acquirer, booked_by, booking_reason } = divergence;
  return { ...divergenceBody(divergence), merchant_id, acquirer, booked_by, booking_reason };
}
