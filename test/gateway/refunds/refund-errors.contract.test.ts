import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  acquirerRefundsOf,
  BOLETO,
  balanceOf,
  createPaid,
  createPayment,
  entriesOf,
  expectRefunded,
  LOSSY,
  loseMoney,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  readPayment,
  refundPix,
  refundsOf,
  reverse,
  sandbox,
  settled,
  type TestCompany,
} from '../../support/money.ts';

let gateway: TestGateway;
let shop: TestCompany;
/** One payment that only ever sees refusals. */
let untouched: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
  untouched = await createPaid(gateway, shop, 10_000);
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

const DAY_MS = 86_400_000;
const daysAgo = (days: number, shiftMs = 0) => new Date(Date.now() - days * DAY_MS + shiftMs).toISOString();
const refused = (code: string) => ({ status: 400, code });

async function expectUntouched(requests: () => Promise<void>): Promise<void> {
  const before = [
    await readPayment(gateway, shop, untouched),
    await balanceOf(gateway, shop),
    await entriesOf(gateway, untouched),
  ];
  await requests();
  expect([
    await readPayment(gateway, shop, untouched),
    await balanceOf(gateway, shop),
    await entriesOf(gateway, untouched),
  ]).toEqual(before);
  expect(await refundsOf(gateway, untouched)).toEqual([]);
}

describe('answers', () => {
  const answerOf = (id: number, refunded: number, amount = refunded) => ({
    success: true,
    message: expect.stringMatching(/\S/),
    transaction: {
      id,
      payment_id: expect.stringMatching(/\S/),
      status: 6,
      amount: 10_000,
      refunded_amount: refunded,
      refunded_at: expect.stringMatching(ISO_UTC),
    },
    refund: { id: expect.any(Number), amount },
  });

  it('a whole refund with exactly the documented fields; reads say 4', async () => {
    const id = await createPaid(gateway, shop, 10_000);
    const answer = await refundPix(gateway, shop, id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(answerOf(id, 10_000));
    const [stored] = await gateway.database.db.query<{ id: string }>(
      "SELECT response_data_subacquirer_integration ->> 'transactionId' AS id FROM payments WHERE id = $1",
      [id],
    );
    expect(answer.body.transaction.payment_id).toBe(stored?.id);
    const read = await readPayment(gateway, shop, id);
    expect(read).toMatchObject({ status: 4, status_payment_name: 'REFUNDED', refunded_amount: 10_000 });
    expect(read.refunded_at).toBe(answer.body.transaction.refunded_at);
  });

  it('partial refunds with the sum so far; reads stay 2 until the sum reaches the amount', async () => {
    const id = await createPaid(gateway, shop, 10_000);
    const first = await refundPix(gateway, shop, id, 33.34);
    expect(first.body).toEqual(answerOf(id, 3334));
    expect(await readPayment(gateway, shop, id)).toMatchObject({
      status: 2,
      status_payment_name: 'APPROVED',
      refunded_amount: 3334,
    });
    const second = await refundPix(gateway, shop, id, 0.01);
    expect(second.body).toEqual(answerOf(id, 3335, 1));
    expect(second.body.refund.id).not.toBe(first.body.refund.id);
    const last = await refundPix(gateway, shop, id, 66.65);
    expect(last.body).toEqual(answerOf(id, 10_000, 6665));
    const read = await readPayment(gateway, shop, id);
    expect(read).toMatchObject({ status: 4, refunded_amount: 10_000, refunded_at: last.body.transaction.refunded_at });
  });

  it('an amount equal to the original is a total refund', async () => {
    const id = await createPaid(gateway, shop, 10_000);
    expect((await refundPix(gateway, shop, id, 100)).body).toEqual(answerOf(id, 10_000));
    expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 4 });
  });

  it('takes a description, tells the acquirer, and ignores fields it does not know', async () => {
    const id = await createPaid(gateway, shop, 10_000);
    expectRefunded(await refundPix(gateway, shop, id, 1, { description: 'Produto devolvido', colour: 'blue' }));
    expectRefunded(await refundPix(gateway, shop, id, 2, { description: null }));
    expect(await acquirerRefundsOf(gateway, id)).toMatchObject([
      { amount_cents: 100, description: 'Produto devolvido' },
      { amount_cents: 200, description: null },
    ]);
  });
});

describe('answers', () => {
  it.each([
    ['pix', {}],
    ['invoice', BOLETO],
  ])('%s with exactly the documented fields', async (payment_type, changes) => {
    const id = await createPaid(gateway, shop, 10_000, changes);
    const { order_number, created_at } = await readPayment(gateway, shop, id);
    const answer = await reverse(gateway, shop, id, { reason: 'Pedido cancelado' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      transaction: {
        id,
        order_number,
        status: 'REFUNDED',
        amount: 10_000,
        refund_amount: 10_000,
        payment_type,
        refunded_at: expect.stringMatching(ISO_UTC),
        created_at,
      },
      refund: { id: expect.any(Number), amount: 10_000 },
    });
    expect(await readPayment(gateway, shop, id)).toMatchObject({
      status: 4,
      refunded_at: answer.body.transaction.refunded_at,
    });
    expect(await acquirerRefundsOf(gateway, id)).toMatchObject([
      { amount_cents: 10_000, description: 'Pedido cancelado' },
    ]);
  });

  it('has no time limit', async () => {
    const id = await createPaid(gateway, shop, 10_000, {}, { paid_at: daysAgo(400) });
    expectError(await refundPix(gateway, shop, id), refused('REFUND_PERIOD_EXPIRED'));
    expectRefunded(await reverse(gateway, shop, id));
  });
});

describe('[surface: body shape] refuses by name, before anything else', () => {
  it.each([
    ['zero', '0'],
    ['minus zero', '-0'],
    ['negative', '-1'],
    ['three decimals', '10.001'],
    ['a thousandth', '0.001'],
    ['1e-7', '1e-7'],
    ['many decimals', '33.333333333333336'],
    ['text', '"10"'],
    ['text with a comma', '"10,00"'],
    ['null', 'null'],
    ['true', 'true'],
    ['a list', '[10]'],
    ['an object', '{"value":10}'],
  ])('amount %s', (_, amount) =>
    expectUntouched(async () => {
      // Sent as JSON text, because not every number survives a round trip; tried for an unknown transaction as well.
      for (const id of [untouched, 999_999_999]) {
        const rawBody = `{"transaction_id":${id},"amount":${amount}}`;
        expectError(
          await gateway.call('POST', '/payments/pix/refund', { token: gateway.token, rawBody }),
          invalid('amount'),
        );
      }
    }),
  );

  it.each([
    ['33.34', 3334],
    ['0.07', 7],
    ['1.10', 110],
    ['1e1', 1000],
    ['8.2', 820],
    ['4.35', 435],
  ])('takes %s reais as %i cents', async (amount, cents) => {
    const id = await createPaid(gateway, shop, 10_000);
    const rawBody = `{"transaction_id":${id},"amount":${amount}}`;
    const answer = await gateway.call('POST', '/payments/pix/refund', { token: gateway.token, rawBody });
    expect(answer).toMatchObject({ status: 200, body: { transaction: { refunded_amount: cents } } });
  });

  const ROUTES = ['/payments/pix/refund', '/payments/reversal'];
  it.each(ROUTES)('%s: transaction_id that is no positive whole number', (path) =>
    expectUntouched(async () => {
      for (const transaction_id of [
        undefined,
        null,
        '1',
        String(untouched),
        0,
        -1,
        1.5,
        true,
        [untouched],
        {},
        2 ** 53,
        1e300,
      ]) {
        expectError(await gateway.post(path, { transaction_id }), invalid('transaction_id'));
      }
      for (const body of [[], 'x', 7]) expect((await gateway.post(path, body)).status).toBe(400);
      expect((await gateway.post(path)).status).toBe(400);
    }),
  );

  it.each([
    ['/payments/pix/refund', 'description'],
    ['/payments/reversal', 'reason'],
  ])('%s: %s that is no text', (path, field) =>
    expectUntouched(async () => {
      for (const value of [7, true, ['x'], {}, 'a\u0000b']) {
        expectError(await gateway.post(path, { transaction_id: untouched, [field]: value }), invalid(field));
      }
    }),
  );

  it.each(ROUTES)('%s: no JWT is 401, another content type is 415, broken JSON is 400', (path) =>
    expectUntouched(async () => {
      expectError(await gateway.call('POST', path, { body: { transaction_id: untouched, amount: -1 } }), {
        status: 401,
        code: 'UNAUTHORIZED',
      });
      const form = {
        token: gateway.token,
        rawBody: `transaction_id=${untouched}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      };
      expectError(await gateway.call('POST', path, form), { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
      expectError(
        await gateway.call('POST', path, { token: gateway.token, rawBody: '{"transaction_id":' }),
        refused('VALIDATION_ERROR'),
      );
    }),
  );
});

describe('unknown transactions', () => {
  it.each(['/payments/pix/refund', '/payments/reversal'])(
    '%s: 404, and the same for one of another merchant, even a participant',
    async (path) => {
      const partner = await openCompany(gateway, { of: 'partner' });
      const id = await createPaid(gateway, shop, 10_000, { splitParticipants: [participant(partner)] });
      const notFound = { status: 404, code: 'TRANSACTION_NOT_FOUND' };
      const unknown = await gateway.post(path, { transaction_id: 999_999_999 }, gateway.otherToken);
      expectError(unknown, notFound);
      const foreign = await gateway.post(path, { transaction_id: id }, gateway.otherToken);
      expectError(foreign, notFound);
      expect({ ...foreign.body, error: '' }).toEqual({ ...unknown.body, error: '' });
      expect(foreign.body.error.replace(String(id), '')).toBe(unknown.body.error.replace('999999999', ''));
      expectError(await gateway.post(path, { transaction_id: Number.MAX_SAFE_INTEGER }), notFound);
      expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 2, refunded_amount: 0 });
    },
  );
});

describe('[surface: precedence] PIX refund: not PIX, not paid, period, value above what remains, balance', () => {
  it('not PIX comes before not paid and before the value, and points to the reversal', async () => {
    const pending = await createPayment(gateway, shop, 10_000, BOLETO);
    const paid = await createPaid(gateway, shop, 10_000, BOLETO);
    for (const id of [pending, paid]) {
      const answer = await refundPix(gateway, shop, id, 1_000_000);
      expectError(answer, refused('TRANSACTION_NOT_PIX'));
      expect(`${answer.body.message} ${answer.body.error}`).toContain('/payments/reversal');
    }
  });

  it('not paid comes before period and value: PENDING, FAILED, REFUNDED', async () => {
    const pending = await createPayment(gateway, shop, 10_000);
    const failed = await createPayment(gateway, shop, 10_000);
    await sandbox(gateway, shop, failed, 'fail');
    const refunded = await createPaid(gateway, shop, 10_000, {}, { paid_at: daysAgo(200) });
    expectRefunded(await reverse(gateway, shop, refunded));
    for (const [id, status] of [
      [pending, 'PENDING'],
      [failed, 'FAILED'],
      [refunded, 'REFUNDED'],
    ] as const) {
      const answer = await refundPix(gateway, shop, id, 1_000_000);
      expectError(answer, refused('TRANSACTION_NOT_REFUNDABLE'));
      expect(answer.body.error).toContain(status);
    }
  });

  it('the period comes before the value and the balance; it ends 90 days after payment', async () => {
    const owner = await openCompany(gateway, { pix: LOSSY });
    const late = await createPaid(gateway, owner, 10_000, {}, { paid_at: daysAgo(90, -1000) });
    for (const amount of [undefined, 10, 1_000_000]) {
      expectError(await refundPix(gateway, owner, late, amount), refused('REFUND_PERIOD_EXPIRED'));
    }
    const inTime = await createPaid(gateway, owner, 10_000, {}, { paid_at: daysAgo(90, 60_000) });
    expectRefunded(await refundPix(gateway, owner, inTime, 10));
  });

  it('the value comes before the balance, and says what remains', async () => {
    const owner = await openCompany(gateway, { pix: LOSSY });
    const id = await createPaid(gateway, owner, 10_000);
    const above = async (amount?: number) => {
      const answer = await refundPix(gateway, owner, id, amount);
      expectError(answer, refused('REFUND_VALUE_EXCEEDS_ORIGINAL'));
      return answer.body.details;
    };
    expect(await above(100.01)).toEqual({ remaining: 10_000 });
    for (const amount of [99_999_999_999.99, 1e12 + 1, 1e15, 1e21, Number.MAX_VALUE])
      expect(await above(amount)).toEqual({ remaining: 10_000 });
    expectRefunded(await refundPix(gateway, owner, id, 30));
    // Without an amount, the original amount is meant, not what remains.
    expect(await above()).toEqual({ remaining: 7000 });
    expect(await above(70.01)).toEqual({ remaining: 7000 });
    expectError(await refundPix(gateway, owner, id, 70), refused('INSUFFICIENT_BALANCE'));
  });
});

describe('[errors: INSUFFICIENT_BALANCE]', () => {
  it.each([
    ['PIX refund', refundPix],
    ['reversal', reverse],
  ] as const)('%s: the owner’s figures in cents, and nothing changes', async (_, ask) => {
    const owner = await openCompany(gateway, { pix: { ...ONE_PERCENT, fee_on_refund: 'kept' } });
    const id = await createPaid(gateway, owner, 10_000);
    const answer = await ask(gateway, owner, id);
    expectError(answer, refused('INSUFFICIENT_BALANCE'));
    expect(answer.body.details).toEqual({ available: 9900, required: 10_000, shortfall: 100 });
    expect(await balanceOf(gateway, owner)).toEqual(settled(9900));
    expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 2, refunded_amount: 0 });
    expect([await refundsOf(gateway, id), await acquirerRefundsOf(gateway, id)]).toEqual([[], []]);
  });

  it('never another company’s: a participant is short and the owner cannot cover it', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
    const id = await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)] });
    await loseMoney(gateway, partner, 2383);
    const answer = await refundPix(gateway, owner, id);
    expectError(answer, refused('INSUFFICIENT_BALANCE'));
    // The owner can pay its own leg. What it would have to cover is the partner's secret, which no
    // subtraction may reveal.
    expect(answer.body.details).toEqual({ available: 6900, required: 7000 - 100, shortfall: 0 });
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain(partner.name);
    for (const secret of ['617', '2383', String(7000 - 100 + 2383)]) expect(text).not.toContain(secret);
    expect([await balanceOf(gateway, owner), await balanceOf(gateway, partner)]).toEqual([settled(6900), settled(617)]);
    // A smaller refund, which the two can pay, succeeds.
    expectRefunded(await refundPix(gateway, owner, id, 20));
    expect(await balanceOf(gateway, partner)).toEqual(settled(17));
  });

  it('money still to come does not pay for a refund of money that is already there', async () => {
    const owner = await openCompany(gateway, { pix: { ...ONE_PERCENT, fee_on_refund: 'kept' } });
    const id = await createPaid(gateway, owner, 10_000);
    await createPaid(gateway, owner, 50_000, BOLETO);
    const answer = await refundPix(gateway, owner, id);
    expectError(answer, refused('INSUFFICIENT_BALANCE'));
    expect(answer.body.details).toEqual({ available: 9900, required: 10_000, shortfall: 100 });
  });
});

describe('', () => {
  const expectCode = (answer: ApiAnswer, code: string, text: string) => {
    expectError(answer, refused(code));
    expect(answer.body.error).toContain(text);
  };

  it('only APPROVED: the text names PENDING and FAILED', async () => {
    for (const changes of [{}, BOLETO]) {
      const id = await createPayment(gateway, shop, 10_000, changes);
      expectCode(await reverse(gateway, shop, id), 'TRANSACTION_NOT_APPROVED', 'PENDING');
      await sandbox(gateway, shop, id, 'fail');
      expectCode(await reverse(gateway, shop, id), 'TRANSACTION_NOT_APPROVED', 'FAILED');
    }
  });

  it('each transaction once', async () => {
    for (const changes of [{}, BOLETO]) {
      const id = await createPaid(gateway, shop, 10_000, changes);
      expectRefunded(await reverse(gateway, shop, id));
      for (let again = 0; again < 2; again++)
        expectError(await reverse(gateway, shop, id), refused('TRANSACTION_ALREADY_REFUNDED'));
      expect(await acquirerRefundsOf(gateway, id)).toHaveLength(1);
    }
  });

  it('not after a refund, whole or in part, nor while one is under way', async () => {
    const [whole, part, busy] = [
      await createPaid(gateway, shop, 10_000),
      await createPaid(gateway, shop, 10_000),
      await createPaid(gateway, shop, 10_000),
    ] as const;
    expectRefunded(await refundPix(gateway, shop, whole));
    expectRefunded(await refundPix(gateway, shop, part, 0.01));
    await orderFault(gateway, busy, 'refund', 'processing');
    expect((await refundPix(gateway, shop, busy, 0.01)).status).toBe(202);
    for (const id of [whole, part, busy])
      expectError(await reverse(gateway, shop, id), refused('TRANSACTION_ALREADY_REFUNDED'));
  });

  it('already refunded comes before the balance', async () => {
    const owner = await openCompany(gateway, { pix: LOSSY });
    const id = await createPaid(gateway, owner, 10_000);
    expectRefunded(await refundPix(gateway, owner, id, 10));
    expectError(await reverse(gateway, owner, id), refused('TRANSACTION_ALREADY_REFUNDED'));
  });
});
