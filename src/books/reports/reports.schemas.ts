import { Type } from 'typebox';
import { localDay, withDefault } from '../../ground/lists/lists.schemas.ts';

export const ReportQuery = Type.Object({
  from: localDay('first day, in São Paulo; default 29 days before to, or to itself in hours'),
  to: localDay('last day; default today'),
  interval: withDefault(
    Type.Enum(['day', 'hour'], { default: 'day', description: 'hour: within the last 16 days; day: at most 400 days' }),
  ),
  basis: withDefault(
    Type.Enum(['paid', 'created'], {
      default: 'paid',
      description:
        'paid: by the day on which the payer paid; created: by the day of the order, whatever became of it since',
    }),
  ),
  company_id: Type.Optional(Type.Integer({ minimum: 1 })),
  type: Type.Optional(Type.Enum(['pix', 'credit', 'debit', 'invoice'])),
});

const FIGURES = {
  count: Type.Integer({ description: 'transactions' }),
  amount: Type.Integer({ description: 'cents of all of them' }),
  approved_count: Type.Integer({ description: 'those that were paid, refunded since or not' }),
  approved_amount: Type.Integer({ description: 'cents' }),
  failed_count: Type.Integer(),
  refunded_amount: Type.Integer({ description: 'cents of them that were given back since, whenever that was' }),
};

export const Report = Type.Object({
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  interval: Type.Enum(['day', 'hour']),
  basis: Type.Enum(['paid', 'created']),
  data: Type.Array(
    Type.Object({
      date: Type.String({ description: 'the day, YYYY-MM-DD; the beginning of the hour, a date-time' }),
      payment_type: Type.Enum(['pix', 'credit', 'debit', 'invoice']),
      ...FIGURES,
    }),
    { description: 'in order of date and type; what has no transaction is left out' },
  ),
  totals: Type.Object(FIGURES),
});
