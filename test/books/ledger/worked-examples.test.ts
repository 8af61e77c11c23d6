import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { eventually, expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advanceTo,
  availableOf,
  BOLETO,
  balanceOf,
  type CompanyTerms,
  createPaid,
  entriesOf,
  expectRefunded,
  fixSplit,
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
  settled,
  type Terms,
} from '../../support/money.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

/** The owner of the payment, another company of its merchant, and a company of another merchant. */
type Who = 'owner' | 'sister' | 'partner';
type Listed = readonly [Who, Partial<Terms>];

interface Example {
  name: string;
  total?: number;
  owner?: CompanyTerms;
  fixed?: readonly Listed[];
  dynamic?: readonly Listed[];
  /** who, merchant type, share, fee, net */
  split: readonly (readonly [Who, string, number, number, number])[];
  /** Available once paid, and after a refund of 33,34. */
  paid: Partial<Record<Who, number>>;
  afterRefund: Partial<Record<Who, number>>;
  retention?: { paid: number; afterRefund: number };
}

const EXAMPLES: Example[] = [
  {
    name: '100,00 at 1 % alone',
    split: [['owner', 'PRIMARY', 10_000, 100, 9900]],
    paid: { owner: 9900 },
    afterRefund: { owner: 6599 },
  },
  {
    name: '30 % gross',
    dynamic: [['partner', {}]],
    split: [
      ['owner', 'PRIMARY', 7000, 100, 6900],
      ['partner', 'SECONDARY', 3000, 0, 3000],
    ],
    paid: { owner: 6900, partner: 3000 },
    afterRefund: { owner: 4599, partner: 2000 },
  },
  {
    name: '30 % net',
    dynamic: [['partner', { discountGrossAmount: false }]],
    split: [
      ['owner', 'PRIMARY', 7030, 100, 6930],
      ['partner', 'SECONDARY', 2970, 0, 2970],
    ],
    paid: { owner: 6930, partner: 2970 },
    afterRefund: { owner: 4619, partner: 1980 },
  },
  {
    name: 'fixed 25,00',
    dynamic: [['partner', { type: 'FIXED', amountSplit: 2500 }]],
    split: [
      ['owner', 'PRIMARY', 7500, 100, 7400],
      ['partner', 'SECONDARY', 2500, 0, 2500],
    ],
    paid: { owner: 7400, partner: 2500 },
    // 2500,5 and 833,5: the odd cent goes to the first row.
    afterRefund: { owner: 4932, partner: 1667 },
  },
  {
    name: 'partner bears the fee',
    dynamic: [['partner', { chargeFee: true }]],
    split: [
      ['owner', 'PRIMARY', 7000, 0, 7000],
      ['partner', 'SECONDARY', 3000, 100, 2900],
    ],
    paid: { owner: 7000, partner: 2900 },
    afterRefund: { owner: 4666, partner: 1933 },
  },
  {
    name: 'the owner listed as PRIMARY',
    dynamic: [
      ['partner', {}],
      ['owner', { merchantType: 'PRIMARY', type: 'PERCENTAGE', amountSplit: 7000 }],
    ],
    split: [
      ['partner', 'SECONDARY', 3000, 0, 3000],
      ['owner', 'PRIMARY', 7000, 100, 6900],
    ],
    paid: { owner: 6900, partner: 3000 },
    afterRefund: { owner: 4599, partner: 2000 },
  },
  {
    name: 'another company listed as PRIMARY: the owner has the fee and no share',
    dynamic: [
      ['partner', {}],
      ['sister', { merchantType: 'PRIMARY', amountSplit: 0 }],
    ],
    split: [
      ['owner', 'SECONDARY', 0, 100, -100],
      ['partner', 'SECONDARY', 3000, 0, 3000],
      ['sister', 'PRIMARY', 7000, 0, 7000],
    ],
    paid: { owner: -100, partner: 3000, sister: 7000 },
    afterRefund: { owner: -67, partner: 2000, sister: 4666 },
  },
  {
    name: '33,33 % of 100,01',
    total: 10_001,
    dynamic: [['partner', { amountSplit: 3333 }]],
    split: [
      ['owner', 'PRIMARY', 6668, 100, 6568],
      ['partner', 'SECONDARY', 3333, 0, 3333],
    ],
    paid: { owner: 6568, partner: 3333 },
    afterRefund: { owner: 4378, partner: 2222 },
  },
  {
    name: 'hybrid of fixed and dynamic',
    fixed: [['sister', { type: 'FIXED', amountSplit: 1000 }]],
    dynamic: [['partner', { amountSplit: 2000 }]],
    split: [
      ['owner', 'PRIMARY', 7000, 100, 6900],
      ['sister', 'SECONDARY', 1000, 0, 1000],
      ['partner', 'SECONDARY', 2000, 0, 2000],
    ],
    paid: { owner: 6900, sister: 1000, partner: 2000 },
    afterRefund: { owner: 4599, sister: 667, partner: 1333 },
  },
  {
    name: 'retention of 10 % for 30 days',
    owner: { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } },
    split: [['owner', 'PRIMARY', 10_000, 100, 9900]],
    paid: { owner: 8910 },
    // 3334 comes from 9010 and 990 in proportion: 3004 and 330.
    afterRefund: { owner: 5939 },
    retention: { paid: 990, afterRefund: 660 },
  },
  {
    name: 'a foreign fee bearer with a share below the fee bears its share, the owner the rest',
    owner: { pix: { fee_fixed_cents: 500 } },
    dynamic: [['partner', { type: 'FIXED', amountSplit: 200, chargeFee: true }]],
    split: [
      ['owner', 'PRIMARY', 9800, 300, 9500],
      ['partner', 'SECONDARY', 200, 200, 0],
    ],
    paid: { owner: 9500, partner: 0 },
    afterRefund: { owner: 6333, partner: 0 },
  },
  {
    name: 'a fee bearer of the same merchant bears the whole fee',
    owner: { pix: { fee_fixed_cents: 500 } },
    dynamic: [['sister', { type: 'FIXED', amountSplit: 200, chargeFee: true }]],
    split: [
      ['owner', 'PRIMARY', 9800, 0, 9800],
      ['sister', 'SECONDARY', 200, 500, -300],
    ],
    paid: { owner: 9800, sister: -300 },
    afterRefund: { owner: 6533, sister: -200 },
  },
];

describe('[fees and split: worked examples by PIX] created, paid, refunded by 33,34, then by the rest', () => {
  it.each(EXAMPLES.map((example) => [example.name, example] as const))(
    '%s',
    async (_, { total = 10_000, owner: terms, fixed = [], dynamic = [], ...expected }) => {
      const companies = {
        owner: await openCompany(gateway, terms ?? { pix: ONE_PERCENT }),
        sister: await openCompany(gateway),
        partner: await openCompany(gateway, { of: 'partner' }),
      };
      const { owner } = companies;
      if (fixed.length > 0)
        await fixSplit(
          gateway,
          owner,
          fixed.map(([who, changes]) => [companies[who], changes]),
        );
      const listed = dynamic.map(([who, changes]) => participant(companies[who], changes));
      const id = await createPaid(gateway, owner, total, listed.length > 0 ? { splitParticipants: listed } : {});
      const { split } = await readPayment(gateway, owner, id);
      expect(split).toMatchObject(
        expected.split.map(([who, merchant_type, share, fee, net]) => {
          return { company_id: companies[who].id, name: companies[who].name, merchant_type, share, fee, net };
        }),
      );
      const balances = async (wanted: Example['paid']) =>
        Promise.all((Object.keys(wanted) as Who[]).map(async (who) => [who, await balanceOf(gateway, companies[who])]));
      const told = (wanted: Example['paid'], retention = 0) =>
        Object.entries(wanted).map(([who, available]) => [who, { available, future: 0, retention }]);
      expect(await balances(expected.paid)).toEqual(told(expected.paid, expected.retention?.paid));

      expect(await refundPix(gateway, owner, id, 33.34)).toMatchObject({
        status: 200,
        body: { transaction: { refunded_amount: 3334 } },
      });
      expect(await balances(expected.afterRefund)).toEqual(told(expected.afterRefund, expected.retention?.afterRefund));

      expectRefunded(await refundPix(gateway, owner, id, (total - 3334) / 100));
      expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 4, refunded_amount: total });
      expect(await balances(expected.paid)).toEqual(Object.keys(expected.paid).map((who) => [who, settled(0)]));
    },
  );
});

describe('[fees and split: worked examples]', () => {
  it('a fee that is kept is not returned: a whole refund needs other money', async () => {
    const owner = await openCompany(gateway, { pix: { ...ONE_PERCENT, fee_on_refund: 'kept' } });
    const id = await createPaid(gateway, owner, 10_000);
    expectRefunded(await refundPix(gateway, owner, id, 33.34));
    expect(await balanceOf(gateway, owner)).toEqual(settled(6566));
    const refused = await refundPix(gateway, owner, id, 66.66);
    expectError(refused, { status: 400, code: 'INSUFFICIENT_BALANCE' });
    expect(refused.body.details).toEqual({ available: 6566, required: 6666, shortfall: 100 });
    await createPaid(gateway, owner, 1000);
    expectRefunded(await refundPix(gateway, owner, id, 66.66));
    expect(await balanceOf(gateway, owner)).toEqual(settled(6566 + 990 - 6666));
  });

  it('terms freeze: a fee changed after the order, a retention changed after the approval', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
    const id = await createPaid(gateway, owner, 10_000);
    await gateway.database.db.query(
      "UPDATE company_payment_plans SET fee_basis_points = 900, fee_on_refund = 'kept' WHERE company_id = $1",
      [owner.id],
    );
    await gateway.database.db.query('UPDATE companies SET retention_basis_points = 5000 WHERE id = $1', [owner.id]);
    expect(await balanceOf(gateway, owner)).toEqual({ available: 8910, future: 0, retention: 990 });
    expectRefunded(await refundPix(gateway, owner, id));
    expect(await balanceOf(gateway, owner)).toEqual(settled(0));
  });

  it('a participant short of balance is covered by the owner; refused by the acquirer, everyone has their own back', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
    const id = await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)] });
    await createPaid(gateway, owner, 5000);
    await loseMoney(gateway, partner, 2400);
    expect(await availableOf(gateway, owner, partner)).toEqual([6900 + 4950, 600]);

    // The bank accepts now and decides later. Meanwhile the money is held, and the owner pays what the partner lacks.
    await orderFault(gateway, id, 'refund', 'processing');
    expect((await refundPix(gateway, owner, id)).status).toBe(202);
    expect(await availableOf(gateway, owner, partner)).toEqual([11_850 - 7000 + 100 - 2400, 0]);
    const covers = (await entriesOf(gateway, id)).filter((entry) => entry.tag === 'cover');
    expect(covers).toMatchObject([
      { cause: 'refund', company_id: owner.id, amount_cents: -2400, position: null },
      { cause: 'refund', company_id: partner.id, amount_cents: 2400, position: null },
    ]);
    const [refund] = await refundsOf(gateway, id);
    expect(
      (await gateway.acquirer('POST', `/control/refunds/${refund?.reference}/settle`, { status: 'REFUSED' })).status,
    ).toBe(200);
    await eventually(async () => expect(await availableOf(gateway, owner, partner)).toEqual([11_850, 600]));
    expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 2, refunded_amount: 0, refunded_at: null });

    // The share counts as returned in full: nothing of it is left to take from the partner.
    expectRefunded(await refundPix(gateway, owner, id));
    expect(await availableOf(gateway, owner, partner)).toEqual([2550, 0]);
  });

  /** Fridays before Carnival, 51 days before each Easter. */
  const CARNIVAL_FRIDAYS = [
    '2027-02-05',
    '2028-02-25',
    '2029-02-09',
    '2030-03-01',
    '2031-02-21',
    '2032-02-06',
    '2033-02-25',
    '2034-02-17',
  ];

  it('a boleto paid on the Friday before Carnival settles on Ash Wednesday', async () => {
    const owner = await openCompany(gateway, { invoice: { fee_fixed_cents: 349 } });
    const friday = CARNIVAL_FRIDAYS.find((day) => Date.parse(`${day}T09:00:00-03:00`) > Date.now() + 60_000) as string;
    const ashWednesday = new Date(Date.parse(`${friday}T00:00:00-03:00`) + 5 * 86_400_000).toISOString();
    await advanceTo(gateway, `${friday}T10:00:00-03:00`);
    const id = await createPaid(gateway, owner, 10_000, BOLETO);
    const other = await createPaid(gateway, owner, 5000, BOLETO);
    expect(await balanceOf(gateway, owner)).toEqual({ available: 0, future: 9651 + 4651, retention: 0 });
    const dates = (await entriesOf(gateway, id)).map((entry) => entry.available_at.toISOString());
    expect(new Set(dates)).toEqual(new Set([ashWednesday]));

    // Reversed before its value date, at the same value date, so that no balance is ever below zero.
    expectRefunded(await reverse(gateway, owner, other));
    expect(await balanceOf(gateway, owner)).toEqual({ available: 0, future: 9651, retention: 0 });

    await advanceTo(gateway, new Date(Date.parse(ashWednesday) - 10_000).toISOString());
    expect(await balanceOf(gateway, owner)).toEqual({ available: 0, future: 9651, retention: 0 });
    await advanceTo(gateway, ashWednesday);
    expect(await balanceOf(gateway, owner)).toEqual(settled(9651));
    expectRefunded(await reverse(gateway, owner, id));
    expect(await balanceOf(gateway, owner)).toEqual(settled(0));
  });
});
