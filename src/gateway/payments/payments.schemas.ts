import { Type } from 'typebox';
import { CHARGE_TYPES } from '../../rails/acquirers/acquirer.ts';
import { OPTIONAL_READ_TERMS } from '../boleto-terms/read-terms.schemas.ts';

export const nullable = (type: 'string' | 'number' | 'object', description?: string) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], ...(description ? { description } : {}) });
export const isoTime = Type.String({ format: 'date-time' });
export const nullableTime = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

export const StoredMetadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

export const CreatedTransaction = Type.Object({
  success: Type.Boolean(),
  transaction: Type.Object({
    id: Type.Integer(),
    order_number: Type.String(),
    status: Type.Enum(['PENDING', 'APPROVED', 'FAILED', 'REFUNDED']),
    amount: Type.Integer({ description: 'cents' }),
    payment_type: Type.Enum([...CHARGE_TYPES]),
    created_at: isoTime,
    expires_at: isoTime,
    refunded_amount: Type.Integer(),
    company_id: Type.Integer(),
    retry_of: nullable('number', 'the failed transaction this one retries'),
    metadata: StoredMetadata,
    // Answers that the release before has kept under a key are without it.
    external_id: Type.Optional(nullable('string', "the merchant's own id of the order")),
    payment_url: Type.String({ description: 'page for the payer, without a login' }),
    pix_qr_code: Type.Optional(nullable('string', 'EMV code for copy and paste')),
    pix_qr_code_url: Type.Optional(nullable('string')),
    boleto_url: Type.Optional(nullable('string')),
    boleto_barcode: Type.Optional(nullable('string')),
    boleto_digitable_line: Type.Optional(nullable('string')),
    due_date: Type.Optional(nullable('string')),
    ...OPTIONAL_READ_TERMS,
  }),
});

export const TransactionParams = Type.Object({ id: Type.Integer({ minimum: 1 }) });
