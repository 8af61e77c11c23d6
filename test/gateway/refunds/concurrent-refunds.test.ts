import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  acquirerRefundsOf,
  availableOf,
  balanceOf,
  createPaid,
  expectRefunded,
  LOSSY,
  loseMoney,
  ONE_PERCENT,
  openCompany,
  participant,
  readPayment,
  refundPix,
  refundsOf,
  reverse,
  settled,
} from '../../support/money.ts';

/** Two gateways share one database: the database must enforce what holds between them, not luck inside one process. */
let database: TestDatabase;
let gateways: [TestGateway, TestGateway];
beforeAll(async () => {
  database = await createTestDatabase();
  const first = await startTestGateway({}, database);
  gateways = [first, await startTestGateway({}, database)];
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await database.drop();
});
auditBooks(() => database);

/** Sends all at once, every second one through the other gateway. */
function atOnce(times: number, ask: (gateway: TestGateway, index: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => ask(gateways[index % 2] as TestGateway, index)));
}

/** Counts each outcome: `200`, or the status and the code. */
function tally(answers: readonly ApiAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? '200' : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('[refunds at once]', () => {
  it('60 partial refunds that add up to nearly twice the amount: never over-refunded, the losers get the documented 400', async () => {
    const [gateway] = gateways;
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const partner = await openCompany(gateway, { of: 'partner' });
    const id = await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)] });
    const answers = await atOnce(60, (through) => refundPix(through, owner, id, 3));
    expect(tally(answers)).toEqual({ '200': 33, '400 REFUND_VALUE_EXCEEDS_ORIGINAL': 27 });
    for (const { status, body } of answers) if (status === 400) expect(body.details).toEqual({ remaining: 100 });
    // Each winner saw a sum that its own refund is part of. Two see the same one where the background settles a refund
    // before its own request does.
    const sums = answers.filter(({ status }) => status === 200).map(({ body }) => body.transaction.refunded_amount);
    for (const [index, sum] of sums.sort((one, other) => one - other).entries()) {
      expect(sum % 300).toBe(0);
      expect(sum).toBeGreaterThanOrEqual(300 * (index + 1));
    }
    expect(Math.max(...sums)).toBe(9900);
    expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 2, refunded_amount: 9900 });
    expect((await acquirerRefundsOf(gateway, id)).reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(9900);
    expectRefunded(await refundPix(gateway, owner, id, 1));
    expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 4, refunded_amount: 10_000 });
    expect(await availableOf(gateway, owner, partner)).toEqual([0, 0]);
  });

  it('refund against reversal: one of them wins, every time', async () => {
    const [gateway] = gateways;
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    for (let round = 0; round < 6; round++) {
      const id = await createPaid(gateway, owner, 10_000);
      const answers = await atOnce(6, (through, index) =>
        index % 3 === 0 ? reverse(through, owner, id) : refundPix(through, owner, id),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const [index, { status, body }] of answers.entries()) {
        if (status === 200) continue;
        expect(status).toBe(400);
        // Against a refund under way nothing remains; against a finished one the payment is no longer paid.
        const losing =
          index % 3 === 0
            ? ['TRANSACTION_ALREADY_REFUNDED']
            : ['REFUND_VALUE_EXCEEDS_ORIGINAL', 'TRANSACTION_NOT_REFUNDABLE'];
        expect(losing).toContain(body.code);
      }
      expect(await refundsOf(gateway, id)).toMatchObject([{ status: 'REFUNDED', amount_cents: 10_000 }]);
      expect(await balanceOf(gateway, owner)).toEqual(settled(0));
    }
  });

  it('a partial refund against a reversal: never more than was paid', async () => {
    const [gateway] = gateways;
    const owner = await openCompany(gateway);
    for (let round = 0; round < 6; round++) {
      const id = await createPaid(gateway, owner, 10_000);
      const [partial, whole] = await atOnce(2, (through, index) =>
        index === 0 ? refundPix(through, owner, id, 40) : reverse(through, owner, id),
      );
      expect([partial?.status, whole?.status].sort()).toEqual([200, 400]);
      const refunded = partial?.status === 200 ? 4000 : 10_000;
      expect(await readPayment(gateway, owner, id)).toMatchObject({
        refunded_amount: refunded,
        status: refunded === 4000 ? 2 : 4,
      });
      if (refunded === 4000) expectRefunded(await refundPix(gateway, owner, id, 60));
      expect(await balanceOf(gateway, owner)).toEqual(settled(0));
    }
  });

  it('ten payments against a balance that covers five: five pass, five get INSUFFICIENT_BALANCE, nothing goes below zero', async () => {
    const [gateway] = gateways;
    const owner = await openCompany(gateway, { pix: LOSSY });
    const ids = await Promise.all(Array.from({ length: 10 }, () => createPaid(gateway, owner, 1000)));
    expect(await balanceOf(gateway, owner)).toEqual(settled(5000));
    const answers = await atOnce(10, (through, index) => refundPix(through, owner, ids[index] as number));
    expect(tally(answers)).toEqual({ '200': 5, '400 INSUFFICIENT_BALANCE': 5 });
    for (const { status, body } of answers) {
      if (status === 400) expect(body.details).toEqual({ available: 0, required: 1000, shortfall: 1000 });
    }
    expect(await balanceOf(gateway, owner)).toEqual(settled(0));
  });

  it('two owners at once against one short participant: it pays what it has, once; the owners cover the rest', async () => {
    const [gateway] = gateways;
    const owners = [await openCompany(gateway), await openCompany(gateway)] as const;
    const partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
    const ids: number[] = [];
    for (const owner of owners) {
      ids.push(await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)] }));
      await createPaid(gateway, owner, 3000);
    }
    await loseMoney(gateway, partner, 4000);
    const answers = await atOnce(2, (through, index) =>
      refundPix(through, owners[index as 0 | 1], ids[index] as number),
    );
    expect(tally(answers)).toEqual({ '200': 2 });
    const [first, second, left] = await availableOf(gateway, ...owners, partner);
    expect(left).toBe(0);
    // 6000 were to return and 2000 were available: the owners together paid the other 4000.
    expect((first as number) + (second as number)).toBe(6000 - 4000);
    expect([first, second].sort()).toEqual([0, 2000]);
  });

  it('splits in opposite order do not lock each other up', async () => {
    const [gateway] = gateways;
    const one = await openCompany(gateway, { pix: ONE_PERCENT });
    const other = await openCompany(gateway, { of: 'partner', pix: ONE_PERCENT });
    const third = await openCompany(gateway);
    const ids = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const [owner, partner] = index % 2 === 0 ? [one, other] : [other, one];
        const listed = index % 4 < 2 ? [partner, third] : [third, partner];
        return createPaid(gateway, owner, 10_000, { splitParticipants: listed.map((company) => participant(company)) });
      }),
    );
    const answers = await atOnce(24, (through, index) =>
      refundPix(through, index % 2 === 0 ? one : other, ids[index] as number),
    );
    expect(tally(answers)).toEqual({ '200': 24 });
    expect(await availableOf(gateway, one, other, third)).toEqual([0, 0, 0]);
  });

  it('approvals and refunds of one company at once: credits wait for nobody, sums are exact', async () => {
    const [gateway] = gateways;
    const owner = await openCompany(gateway);
    const ids = await Promise.all(Array.from({ length: 8 }, () => createPaid(gateway, owner, 1000)));
    const [answers] = await Promise.all([
      atOnce(8, (through, index) => refundPix(through, owner, ids[index] as number, 5)),
      Promise.all(Array.from({ length: 8 }, () => createPaid(gateway, owner, 700))),
    ]);
    expect(tally(answers)).toEqual({ '200': 8 });
    expect(await balanceOf(gateway, owner)).toEqual(settled(8 * 500 + 8 * 700));
  });
});
