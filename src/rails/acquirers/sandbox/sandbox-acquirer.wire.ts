import { type Static, Type } from 'typebox';
import {
  ACQUIRER_STATUSES,
  type AcquirerCharge,
  type AcquirerRefund,
  type ChargeRequest,
  type DailyTotals,
} from '../acquirer.ts';
import { checkOf, type Reading, readerOf } from '../answer-check.ts';
import type { PostalAddress, ReceivedBoleto } from '../boleto.ts';
import { foreignInstant, parseForeignJson } from '../foreign-json.ts';

export const INSTANT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$';
export const MAX_TEXT = 1_000;
const MAX_HISTORY = 1_000;
/** EMV data in a QR code is far shorter. */
const MAX_QR_CODE = 999;

export const text = Type.String({ minLength: 1, maxLength: MAX_TEXT });
export const cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Unknown members are accepted and ignored, because the acquirer may add some. Null was taken for absent before. */
const ChargeAnswer = Type.Object({
  id: text,
  reference: text,
  operation: Type.Object({ status: Type.Enum([...ACQUIRER_STATUSES]), value: cents, provider: text }),
  expired: Type.Optional(Type.Boolean()),
  history: Type.Array(Type.Object({ status: text, createdAt: text }), { maxItems: MAX_HISTORY }),
  payer: Type.Optional(
    Type.Object({ fullName: Type.String({ maxLength: MAX_TEXT }), document: Type.String({ maxLength: MAX_TEXT }) }),
  ),
  paidAt: Type.Optional(Type.String({ pattern: INSTANT, format: 'instant' })),
  refundedAmount: cents,
  dueDate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  received: Type.Optional(Type.Object({ fine: cents, interest: cents, discount: cents })),
  pix: Type.Optional(Type.Object({ qrCode: Type.String({ minLength: 1, maxLength: MAX_QR_CODE }) })),
  boleto: Type.Optional(
    Type.Object({
      barcode: Type.String({ pattern: '^\\d{44}$' }),
      digitableLine: Type.String({ pattern: '^\\d{47}$' }),
      bankCode: Type.String({ pattern: '^\\d{3}$' }),
      bankName: text,
      bankCodeCheckDigit: Type.String({ minLength: 1, maxLength: 1 }),
      beneficiaryCode: text,
      ourNumber: text,
      wallet: text,
    }),
  ),
});

const RefundAnswer = Type.Object({
  id: text,
  reference: text,
  chargeReference: text,
  status: Type.Union([Type.Literal('PROCESSING'), Type.Literal('REFUNDED'), Type.Literal('REFUSED')]),
  amount: cents,
  refundedAt: Type.Optional(Type.String({ pattern: INSTANT, format: 'instant' })),
  reason: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
});

const NotFoundAnswer = Type.Object({ code: Type.Literal('not_found') });
const RefusedAnswer = Type.Object({
  code: Type.Literal('refused'),
  message: text,
  charge: Type.Optional(Type.Unknown()),
});
const sum = Type.Integer({ minimum: 0 });
const TotalsBody = Type.Object({ count: sum, paid: sum, refunded: sum });
const NotificationBody = Type.Object({
  reference: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
});

const readChargeBody = readerOf(ChargeAnswer);
const readRefundBody = readerOf(RefundAnswer);
const notFoundCheck = checkOf(NotFoundAnswer);
const refusedCheck = checkOf(RefusedAnswer);
const totalsCheck = checkOf(TotalsBody);
const notificationCheck = checkOf(NotificationBody);

export function chargeToWire(request: ChargeRequest): Record<string, unknown> {
  return {
    paymentType: request.paymentType,
    amount: request.amountCents,
    description: request.description,
    payer: {
      name: request.payer.name,
      document: request.payer.document,
      email: request.payer.email,
      address: request.payer.address === null ? null : addressToWire(request.payer.address),
    },
    beneficiary: {
      name: request.beneficiary.name,
      document: request.beneficiary.document,
      city: request.beneficiary.city,
    },
    expiresAt: request.expiresAt.toISOString(),
    dueDate: request.dueDate,
    terms: request.terms,
  };
}

function addressToWire({ line1, line2, district, zipCode, city, state }: PostalAddress): PostalAddress {
  return { line1, line2, district, zipCode, city, state };
}

/** Of the charge that we asked about. */
export function readCharge(answered: unknown, reference: string): Reading<AcquirerCharge> {
  const reading = readChargeBody(answered);
  if (!reading.ok) return reading;
  const body = reading.value;
  if (body.reference !== reference) return { ok: false, field: 'reference' };
  const charge: AcquirerCharge = {
    transactionId: body.id,
    // Its payments do not run through the PIX system, so they have no such id.
    endToEndId: null,
    reference: body.reference,
    status: body.operation.status,
    isExpired: body.expired ?? false,
    amountCents: body.operation.value,
    provider: body.operation.provider,
    history: body.history.map(({ status, createdAt }) => ({ status, createdAt })),
    payer: body.payer ? { fullName: body.payer.fullName, document: body.payer.document } : null,
    paidAt: readInstant(body.paidAt),
    refundedAmountCents: body.refundedAmount,
    instrument: { pixQrCode: body.pix?.qrCode ?? null, boleto: body.boleto ? readBoleto(body.boleto) : null },
    ...(body.dueDate ? { dueDate: body.dueDate } : {}),
    ...(body.received ? { received: readReceived(body.received, body.operation.value) } : {}),
  };
  return { ok: true, value: charge };
}

function readBoleto(
  boleto: NonNullable<Static<typeof ChargeAnswer>['boleto']>,
): AcquirerCharge['instrument']['boleto'] {
  const { barcode, digitableLine, bankCode, bankName, bankCodeCheckDigit, beneficiaryCode, ourNumber, wallet } = boleto;
  return { barcode, digitableLine, bankCode, bankName, bankCodeCheckDigit, beneficiaryCode, ourNumber, wallet };
}

function readReceived(
  { fine, interest, discount }: { fine: number; interest: number; discount: number },
  paidCents: number,
): ReceivedBoleto {
  return {
    paidCents,
    fineCents: fine,
    interestCents: interest,
    chargesCents: fine + interest,
    discountCents: discount,
    creditOn: null,
    by: 'boleto',
  };
}

/** Of the refund that we asked about. */
export function readRefund(answered: unknown, reference: string): Reading<AcquirerRefund> {
  const reading = readRefundBody(answered);
  if (!reading.ok) return reading;
  const body = reading.value;
  if (body.reference !== reference) return { ok: false, field: 'reference' };
  const refund: AcquirerRefund = {
    refundId: body.id,
    reference: body.reference,
    status: body.status,
    amountCents: body.amount,
    refundedAt: readInstant(body.refundedAt),
    reason: body.reason ?? null,
  };
  return { ok: true, value: refund };
}

export function isNotFound(body: unknown): boolean {
  return notFoundCheck(body);
}

export function readRefusal(body: unknown): { reason: string; charge: unknown } | null {
  return refusedCheck(body) ? { reason: body.message, charge: body.charge } : null;
}

export function readTotals(body: unknown): DailyTotals | null {
  if (!totalsCheck(body)) return null;
  return { count: body.count, paidCents: body.paid, refundedCents: body.refunded };
}

/** The reference a notification is about, or null. */
export function readNotificationReference(rawBody: string): string | null {
  const body = parseForeignJson(rawBody);
  return notificationCheck(body) ? body.reference : null;
}

export function readInstant(value: string | undefined): Date | null {
  return value === undefined ? null : foreignInstant(value);
}
