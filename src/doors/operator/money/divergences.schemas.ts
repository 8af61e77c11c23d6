import { Type } from 'typebox';
import { DivergenceBody } from '../../../gateway/divergences/divergences.schemas.ts';
import { orNull } from './money.schemas.ts';

export const OfAll = Type.Object({
  ...DivergenceBody.properties,
  merchant_id: Type.Integer(),
  acquirer: orNull(Type.String({ description: 'who holds it; null: who has the payment' })),
  booked_by: orNull(Type.String()),
  booking_reason: orNull(Type.String()),
});
