import { Type } from 'typebox';

const time = Type.String({ format: 'date-time' });
const nullable = (schema: object, description: string) =>
  Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'], description });

const ANONYMISATION = {
  anonymised_at: time,
  is_complete: Type.Boolean({ description: 'false: some transactions are still being gone through' }),
  document_kept_until: nullable(
    { format: 'date' },
    'until when the document of who paid is kept, which the interface no longer shows: as long as the law asks for ' +
      'it where money moved or is in dispute, and 180 days after the last order; null: it is not kept',
  ),
};

export const Anonymised = Type.Object({ customer_id: Type.Integer(), ...ANONYMISATION });

const anything = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
/** Documents the file, which is written piece by piece. */
export const ExportedCustomer = Type.Object({
  exported_at: time,
  customer: Type.Object({
    id: Type.Integer(),
    document: Type.String(),
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    created_at: time,
    updated_at: time,
    anonymisation: Type.Unsafe<object | null>({
      anyOf: [Type.Object(ANONYMISATION), { type: 'null' }],
      description: 'null: the data are there',
    }),
  }),
  reminder_refusals: Type.Array(Type.Object({ company_id: Type.Integer(), refused_at: time }), {
    description: 'companies of which the address wants no reminders by e-mail',
  }),
  is_partial: Type.Boolean({ description: 'true: there are older transactions that are not in the file' }),
  transactions: Type.Array(anything, {
    description:
      'the latest first, each with its customer, items, refunds, events, receipts, reminders and answers to ' +
      'webhooks',
  }),
});
