import type {
  Acquirer,
  AcquirerTransaction,
  ChargeAtAcquirer,
  ChargeRequest,
  RefundRequest,
} from '../../src/acquirers/acquirer.ts';

/** A second acquirer, in memory: it charges PIX, refunds, and sends notifications whose body is only our reference. */
export interface FakeBank {
  acquirer: Acquirer;
  /** Every call except charges, in order. */
  asked: { call: 'query' | 'cancel' | 'refund'; charge: ChargeAtAcquirer }[];
  pay(reference: string): void;
}

export function createFakeBank(name: string): FakeBank {
  const charges = new Map<string, AcquirerTransaction>();
  const asked: FakeBank['asked'] = [];

  const chargePix = async (request: ChargeRequest) => {
    const transaction = charges.get(request.reference) ?? newTransaction(name, request, charges.size + 1);
    charges.set(request.reference, transaction);
    return { outcome: 'accepted', transaction } as const;
  };
  const look = async (call: 'query' | 'cancel', charge: ChargeAtAcquirer) => {
    asked.push({ call, charge });
    const transaction = charges.get(charge.reference);
    if (!transaction) return { outcome: 'not_found' } as const;
    if (call === 'cancel' && transaction.status === 'WAITING_PAYMENT') transaction.status = 'CANCELLED';
    return { outcome: 'found', transaction: { ...transaction } } as const;
  };
  const refund = async ({ reference, charge, amountCents }: RefundRequest) => {
    asked.push({ call: 'refund', charge });
    const transaction = charges.get(charge.reference);
    if (!transaction || charge.endToEndId !== transaction.endToEndId) return { outcome: 'not_found' } as const;
    transaction.refundedAmountCents += amountCents;
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
      const transaction = charges.get(reference);
      if (!transaction) throw new Error(`${name} knows no charge ${reference}`);
      Object.assign(transaction, { status: 'PAID', paidAt: new Date(), endToEndId: `E-${reference}` });
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

function newTransaction(provider: string, request: ChargeRequest, number: number): AcquirerTransaction {
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
