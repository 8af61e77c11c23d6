import { type Static, Type } from 'typebox';
import { checkOf, type Reading, readerOf, readItems } from '../answer-check.ts';
import type { AcquirerPayout, ListedPayout, PayoutHolder, PayoutRequest, PayoutReturn } from '../payout.ts';
import { cents, INSTANT, MAX_TEXT, readInstant, text } from './sandbox-acquirer.wire.ts';

const MAX_RETURNS = 1_000;
const MAX_LISTED = 1_000;

const words = Type.String({ maxLength: MAX_TEXT });
const instant = Type.String({ pattern: INSTANT, format: 'instant' });
/** Nobody sends nothing. */
const sum = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const Holder = Type.Object({ name: Type.Optional(words), document: Type.Optional(words) });

const ReturnAnswer = Type.Object({
  id: text,
  amount: sum,
  reason: Type.Optional(words),
  returnedAt: Type.Optional(instant),
});

const PayoutAnswer = Type.Object({
  id: text,
  reference: text,
  status: Type.Enum(['PROCESSING', 'PAID', 'REFUSED']),
  amount: cents,
  endToEndId: Type.Optional(text),
  paidAt: Type.Optional(instant),
  reason: Type.Optional(words),
  keyUnknown: Type.Optional(Type.Boolean()),
  holder: Type.Optional(Holder),
  returns: Type.Array(ReturnAnswer, { maxItems: MAX_RETURNS }),
});

const SentAnswer = Type.Object({
  payouts: Type.Array(Type.Unknown(), { maxItems: MAX_LISTED }),
  isLast: Type.Boolean(),
});
const SentItem = Type.Object({ reference: text, endToEndId: Type.Optional(text), amount: sum });
const RefusalAnswer = Type.Object({ code: Type.Enum(['refused', 'conflict']), message: text });

const readPayoutBody = readerOf(PayoutAnswer);
const readHolderBody = readerOf(Holder);
const readSentBody = readerOf(SentAnswer);
const readSentItem = readerOf(SentItem);
const refusalCheck = checkOf(RefusalAnswer);

export function payoutToWire(request: PayoutRequest): Record<string, unknown> {
  const { amountCents, description, destination, sender } = request;
  return { amount: amountCents, description, destination, sender: { name: sender.name, document: sender.document } };
}

/** Of the payout that we asked about. */
export function readPayout(answered: unknown, reference: string): Reading<AcquirerPayout> {
  const reading = readPayoutBody(answered);
  if (!reading.ok) return reading;
  const body = reading.value;
  if (body.reference !== reference) return { ok: false, field: 'reference' };
  const payout: AcquirerPayout = {
    reference: body.reference,
    status: body.status,
    amountCents: body.amount,
    endToEndId: body.endToEndId ?? null,
    paidAt: readInstant(body.paidAt),
    reason: body.reason ?? null,
    isDestinationDead: body.keyUnknown ?? false,
    holder: body.holder ? holderOf(body.holder) : null,
    returns: body.returns.map(returnOf),
  };
  return { ok: true, value: payout };
}

function returnOf({ id, amount, reason, returnedAt }: Static<typeof ReturnAnswer>): PayoutReturn {
  return { id, amountCents: amount, reason: reason ?? null, returnedAt: readInstant(returnedAt) };
}

function holderOf({ name, document }: Static<typeof Holder>): PayoutHolder {
  return { name: name ?? null, document: document ?? null };
}

export function readHolder(answered: unknown): Reading<PayoutHolder> {
  const reading = readHolderBody(answered);
  return reading.ok ? { ok: true, value: holderOf(reading.value) } : reading;
}

/** Item by item: one that cannot be read hides no other. */
export function readSent(
  answered: unknown,
): Reading<{ payouts: ListedPayout[]; isLast: boolean; oddItems: readonly string[] }> {
  const reading = readSentBody(answered);
  if (!reading.ok) return reading;
  const { items, oddItems } = readItems(reading.value.payouts, 'payouts', readSentItem);
  const payouts = items.map(({ reference, endToEndId, amount }) => ({
    reference,
    endToEndId: endToEndId ?? null,
    amountCents: amount,
  }));
  return { ok: true, value: { payouts, isLast: reading.value.isLast, oddItems } };
}

/** Why it will not; null: that is not what was answered. */
export function readPayoutRefusal(body: unknown): string | null {
  return refusalCheck(body) ? body.message : null;
}
