import { Type } from 'typebox';
import { listOf, PAGING } from '../../ground/lists/lists.schemas.ts';
import { DIVERGENCE_KINDS, MED_REFUND } from './divergence.rules.ts';

const MAX_RESOLUTION_LENGTH = 500;
const time = Type.String({ format: 'date-time' });
const nullableTime = (description?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', ...(description && { description }) });

export const DivergenceBody = Type.Object({
  id: Type.Integer(),
  transaction_id: Type.Integer(),
  kind: Type.Enum([...DIVERGENCE_KINDS, MED_REFUND]),
  local_status: Type.String(),
  acquirer_status: Type.String(),
  amount: Type.Integer({ description: 'cents here' }),
  acquirer_amount: Type.Integer({
    description: 'cents received at the acquirer, or refunded where the kind is about a refund',
  }),
  received_amount: Type.Integer({ description: 'cents received by our books' }),
  refunded_amount: Type.Integer({ description: 'cents refunded by our books' }),
  acquirer_received_amount: Type.Integer({ description: 'cents received by the acquirer' }),
  acquirer_refunded_amount: Type.Integer({ description: 'cents refunded by the acquirer' }),
  difference: Type.Integer({ description: 'cents that the acquirer holds more than our books say; less: negative' }),
  detected_at: time,
  gone_at: nullableTime('when the acquirer was asked again and the difference was no longer there'),
  resolved_at: nullableTime(),
  resolution: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  booked_at: nullableTime('when an adjusting journal was written'),
});
export const DivergenceList = listOf(DivergenceBody);
export const ListQuery = Type.Object({
  ...PAGING,
  resolved: Type.Optional(Type.Enum(['true', 'false'])),
  transaction_id: Type.Optional(Type.Integer({ minimum: 1 })),
});
export const ResolveBody = Type.Object({
  resolution: Type.String({
    minLength: 1,
    maxLength: MAX_RESOLUTION_LENGTH,
    pattern: '\\S',
    format: 'plain-text',
    description: 'what was done about it',
  }),
});
