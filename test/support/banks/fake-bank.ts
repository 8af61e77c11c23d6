import type {
  Acquirer,
  AcquirerCharge,
  ChargeAtAcquirer,
  ChargeRequest,
  RefundRequest,
} from '../../../src/rails/acquirers/acquirer.ts';

/** A second acquirer, in memory: it charges PIX, refunds, and sends notifications whose body is only our reference. */
export interface FakeBank {
  acquirer: Acquirer;
  /** Every call except charges, in order. */
  asked: { call: 'query' | 'cancel' | 'refund'; charge: ChargeAtAcquirer }[];
  pay(reference: string): void;
}

export function createFakeBank(name: string): FakeBank {
  const charges = new Map<string, AcquirerCharge>();
  const asked: FakeBank['asked'] = [];

  const chargePix = async (request: ChargeRequest) => {
    const known = charges.get(request.reference) ?? newCharge(name, request, charges.size + 1);
    charges.set(request.reference, known);
    return { outcome: 'accepted', charge: known } as const;
  };
  const look = async (call: 'query' | 'cancel', charge: ChargeAtAcquirer) => {
    asked.push({ call, charge });
    const known = charges.get(charge.reference);
    if (!known) return { outcome: 'not_found' } as const;
    if (call === 'cancel' && known.status === 'WAITING_PAYMENT') known.status = 'CANCELLED';
    return { outcome: 'found', charge: { ...known } } as const;
  };
  const refund = async ({ reference, charge, amountCents }: RefundRequest) => {
    asked.push({ call: 'refund', charge });
    const known = charges.get(charge.reference);
    if (!known || charge.endToEndId !== known.endToEndId)
      return { outcome: 'rejected', reason: 'no such payment' } as const;
    known.refundedAmountCents += amountCents;
    const done = {
      refundId: `dev-${reference}`,
      reference,
      status: 'REFUNDED',
      amountCents,
      refundedAt: new Date(),
      reason: null,
    } as const;
    return { outcome: 'found', refund: done } as const;
  };

  return {
    asked,
    pay(reference) {
      const known = charges.get(reference);
      if (!known) throw new Error(`${name} knows no charge ${reference}`);
      Object.assign(known, { status: 'PAID', paidAt: new Date(), endToEndId: `E-${reference}` });
    },
    acquirer: {
      name,
      timeoutMs: 20_000,
      charges: { pix: chargePix },
      query: (charge) => look('query', charge),
      cancel: (charge) => look('cancel', charge),
      refunds: { send: refund, query: async () => ({ outcome: 'not_found' }) },
      readNotification: (_headers, rawBody) => ({ ok: true, reference: rawBody, content: rawBody }),
      ping: async () => true,
    },
  };
}

function newCharge(provider: string, request: ChargeRequest, number: number): AcquirerCharge {
  const { reference, amountCents } = request;
  return {
    transactionId: `${provider}-${number}`,
    endToEndId: null,
    reference,
    status: 'WAITING_PAYMENT',
    amountCents,
    provider,
    history: [],
    payer: null,
    paidAt: null,
    refundedAmountCents: 0,
    instrument: { pixQrCode: `qr-${number}`, boleto: null },
  };
}
