import { createHmac } from 'node:crypto';
import type { Pool } from 'undici';

/** Every order of a measurement has this total, so that the bank need not remember amounts. */
export const AMOUNT_CENTS = 10_000;
const QR_CODE =
  '00020101021226830014br.gov.bcb.pix2561pix.example.com/qr/v2/' +
  '114eee591a09bbf1937222be609125f95204000053039865802BR6304392F';

export interface BankAnswer {
  status: number;
  body: object;
}

/** Where the bank calls back, and what it signs with. */
export interface CallbackAddress {
  gateway: Pool;
  secret: string;
}

/** A bank that speaks the sandbox acquirer's protocol, and answers at once. */
export interface InstantBank {
  answer(method: string, kind: string | undefined, reference: string | undefined): BankAnswer;
  /** Whether each charge is paid, and told about, as soon as it is made. */
  payAtOnce(isWished: boolean): void;
}

export function createInstantBank(address: () => CallbackAddress, onProblem: (text: string) => void): InstantBank {
  const paid = new Set<string>();
  let isPaidAtOnce = false;
  const pay = (reference: string) => {
    paid.add(reference);
    callBack(address(), reference).catch((error: Error) => onProblem(`a callback failed: ${error.message}`));
  };
  return {
    answer(method, kind, reference) {
      if (kind === 'health') return { status: 200, body: { status: 'ok' } };
      if (kind !== 'charges' || !reference) return { status: 404, body: { code: 'not_found' } };
      const charge = chargeOf(reference, paid.has(reference));
      if (method !== 'PUT') return { status: 200, body: charge };
      if (isPaidAtOnce) setImmediate(pay, reference);
      return { status: 201, body: charge };
    },
    payAtOnce(isWished) {
      isPaidAtOnce = isWished;
    },
  };
}

function chargeOf(reference: string, isPaid: boolean): object {
  const now = new Date().toISOString();
  return {
    id: `instant_${reference}`,
    reference,
    operation: { status: isPaid ? 'PAID' : 'WAITING_PAYMENT', value: AMOUNT_CENTS, provider: 'INSTANT' },
    history: [],
    payer: null,
    createdAt: now,
    paidAt: isPaid ? now : null,
    refundedAmount: 0,
    pix: { qrCode: QR_CODE },
    boleto: null,
  };
}

async function callBack({ gateway, secret }: CallbackAddress, reference: string): Promise<void> {
  const now = new Date();
  const transactionId = `instant_${reference}`;
  const body = JSON.stringify({ reference, transactionId, status: 'PAID', sentAt: now.toISOString() });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const { statusCode, body: answer } = await gateway.request({
    method: 'POST',
    path: '/acquirer/sandbox/notifications',
    headers: {
      'content-type': 'application/json',
      'x-acquirer-timestamp': timestamp,
      'x-acquirer-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    },
    body,
  });
  await answer.dump();
  if (statusCode >= 300) throw new Error(`it was answered ${statusCode}`);
}
