import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAccessToken } from '../../../src/parties/companies/access-tokens.ts';
import { auditBooks } from '../../support/audit.ts';
import {
  type ExpectedError,
  eventually,
  expectError,
  expectNothingStored,
  invalid,
  withoutValue,
  withValue,
} from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  availableOf,
  createPaid,
  createPayment,
  fixSplit,
  ONE_PERCENT,
  openCompany,
  order,
  participant,
  readPayment,
  type Terms,
  type TestCompany,
} from '../../support/money.ts';
import { orderOf } from '../../support/orders.ts';

let gateway: TestGateway;
let owner: TestCompany;
let sister: TestCompany;
let partner: TestCompany;
let third: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await openCompany(gateway, { pix: ONE_PERCENT });
  sister = await openCompany(gateway);
  partner = await openCompany(gateway, { of: 'partner' });
  third = await openCompany(gateway, { of: 'partner' });
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

type Participant = ReturnType<typeof participant>;

const simulate = (of: TestCompany, total: number, splitParticipants?: unknown, type = 'pix') =>
  gateway.post(
    '/payments/split/simulate',
    { access_token: of.token, payment: { type }, total, splitParticipants },
    of.session,
  );

/** Expects that an order and its simulation are refused alike, and that nothing is stored. */
async function expectBothRefuse(of: TestCompany, total: number, listed: unknown, error: ExpectedError): Promise<void> {
  await expectNothingStored(gateway, async () => {
    const ordered = await order(gateway, of, total, { splitParticipants: listed });
    expectError(ordered, error);
    if (error.field === undefined) expect(ordered.body.field).toBeUndefined();
    expect((await simulate(of, total, listed)).body).toEqual(ordered.body);
  });
}

const percent = (company: TestCompany, amountSplit: number, changes: Partial<Terms> = {}) =>
  participant(company, { amountSplit, ...changes });
const fixed = (company: TestCompany, amountSplit: number, changes: Partial<Terms> = {}) =>
  participant(company, { type: 'FIXED', amountSplit, ...changes });
const refusal = (code: string, index: number, key: string): ExpectedError => ({
  status: 400,
  code,
  field: `splitParticipants[${index}].${key}`,
});

describe('refuses', () => {
  it.each<[string, () => Participant[], ExpectedError]>([
    [
      'two fee bearers',
      () => [
        percent(partner, 1000, { chargeFee: true }),
        percent(sister, 1000),
        percent(third, 1000, { chargeFee: true }),
      ],
      refusal('SPLIT_MULTIPLE_FEE_BEARERS', 2, 'chargeFee'),
    ],
    [
      'two PRIMARY',
      () => [percent(partner, 1000, { merchantType: 'PRIMARY' }), percent(sister, 1000, { merchantType: 'PRIMARY' })],
      refusal('SPLIT_MULTIPLE_PRIMARIES', 1, 'merchantType'),
    ],
    [
      'one percentage above 100 %',
      () => [percent(partner, 10_001)],
      refusal('SPLIT_PERCENTAGE_EXCEEDED', 0, 'amountSplit'),
    ],
    [
      'percentages above 100 % together',
      () => [percent(partner, 5000), percent(sister, 5000), percent(third, 1)],
      refusal('SPLIT_PERCENTAGE_EXCEEDED', 2, 'amountSplit'),
    ],
    [
      'percentages above 100 % with the PRIMARY’s own figure',
      () => [percent(partner, 3001), percent(sister, 7000, { merchantType: 'PRIMARY' })],
      refusal('SPLIT_PERCENTAGE_EXCEEDED', 1, 'amountSplit'),
    ],
    [
      'a fixed value above the total',
      () => [fixed(partner, 10_001)],
      refusal('SPLIT_FIXED_EXCEEDED', 0, 'amountSplit'),
    ],
    [
      'fixed values above the total together, the PRIMARY’s included',
      () => [fixed(partner, 9000), fixed(sister, 1001, { merchantType: 'PRIMARY' })],
      refusal('SPLIT_FIXED_EXCEEDED', 1, 'amountSplit'),
    ],
    [
      'fixed and percentage shares above the total together',
      () => [fixed(partner, 5000), percent(sister, 5001)],
      refusal('SPLIT_EXCEEDS_TOTAL', 1, 'amountSplit'),
    ],
    [
      'an unknown token',
      () => [percent(partner, 1000), { ...percent(third, 1000), accessToken: 'est_unknown' }],
      refusal('SPLIT_PARTICIPANT_INVALID', 1, 'accessToken'),
    ],
    [
      'one token twice',
      () => [percent(partner, 1000), percent(third, 1000), fixed(partner, 10)],
      refusal('SPLIT_DUPLICATE_PARTICIPANT', 2, 'accessToken'),
    ],
  ])('%s', async (_, listed, error) => expectBothRefuse(owner, 10_000, listed(), error));

  it('never shows a token in an error', async () => {
    for (const listed of [
      [{ ...percent(partner, 1000), accessToken: 'est_secret_1' }],
      [percent(partner, 1), percent(partner, 1)],
    ]) {
      const answer = await order(gateway, owner, 10_000, { splitParticipants: listed });
      expect(JSON.stringify(answer.body)).not.toContain(listed[0]?.accessToken);
    }
  });

  it('the establishment’s own token comes first: 403', async () => {
    const listed = [percent(partner, 10_001)];
    const stranger = { ...owner, token: 'est_unknown' };
    expectError(await order(gateway, stranger, 10_000, { splitParticipants: listed }), {
      status: 403,
      code: 'ACCESS_TOKEN_INVALID',
    });
    expectError(await simulate(stranger, 10_000, listed), { status: 403, code: 'ACCESS_TOKEN_INVALID' });
    // The establishment of another merchant is treated like an unknown one.
    expectError(await simulate({ ...partner, session: gateway.token }, 10_000), {
      status: 403,
      code: 'ACCESS_TOKEN_INVALID',
    });
  });
});

describe('takes the limits themselves', () => {
  it.each<[string, () => Participant[], number[]]>([
    [
      '100 % gross in three',
      () => [percent(partner, 5000), percent(sister, 4999), percent(third, 1)],
      [0, 5000, 4999, 1],
    ],
    ['fixed values up to the total', () => [fixed(partner, 9999), fixed(sister, 1)], [0, 9999, 1]],
    ['fixed and percentage up to the total', () => [fixed(partner, 5000), percent(sister, 5000)], [0, 5000, 5000]],
    ['shares of nothing', () => [fixed(partner, 0), percent(sister, 0)], [10_000, 0, 0]],
    ['an empty list', () => [], [10_000]],
  ])('%s', async (_, listed, shares) => {
    const id = await createPayment(gateway, owner, 10_000, { splitParticipants: listed() });
    const { split } = await readPayment(gateway, owner, id);
    expect(split.map(({ share }: { share: number }) => share)).toEqual(shares);
  });

  it('20 participants; 21 are refused', async () => {
    const many = await Promise.all(Array.from({ length: 21 }, () => openCompany(gateway, { of: 'partner' })));
    const listed = many.map((company) => fixed(company, 10));
    await expectBothRefuse(owner, 10_000, listed, invalid('splitParticipants'));
    const id = await createPaid(gateway, owner, 10_000, { splitParticipants: listed.slice(0, 20) });
    expect((await readPayment(gateway, owner, id)).split).toHaveLength(21);
    expect(await availableOf(gateway, ...many)).toEqual([...Array(20).fill(10), 0]);
  });

  it('the fee is never taken twice: 100 % gross to others leaves the owner with the fee', async () => {
    const id = await createPayment(gateway, owner, 10_000, { splitParticipants: [percent(partner, 10_000)] });
    expect((await readPayment(gateway, owner, id)).split).toMatchObject([
      { company_id: owner.id, share: 0, fee: 100, net: -100 },
      { company_id: partner.id, share: 10_000, fee: 0, net: 10_000 },
    ]);
  });
});

describe('shape errors name the place', () => {
  const base = () => [percent(partner, 1000), percent(sister, 1000)];

  it.each([
    ['accessToken', ['', 7, true, null, []]],
    ['merchantType', ['primary', 'TERTIARY', 1, null]],
    ['type', ['percentage', 'PERCENT', 0, null]],
    ['chargeFee', ['true', 1, 0, null]],
    ['discountGrossAmount', ['false', 1, null]],
    ['amountSplit', ['1000', 1000.5, -1, true, null, 1e300]],
  ] as const)('splitParticipants[1].%s', async (key, values) => {
    const field = `splitParticipants[1].${key}`;
    await expectNothingStored(gateway, async () => {
      const bodies = [
        ...values.map((value) => withValue({ splitParticipants: base() }, field, value)),
        withoutValue({ splitParticipants: base() }, field),
      ];
      for (const { splitParticipants } of bodies) {
        expectError(await order(gateway, owner, 10_000, { splitParticipants }), invalid(field));
        expectError(await simulate(owner, 10_000, splitParticipants), invalid(field));
      }
    });
  });

  it('a list that is none, and elements that are no objects', async () => {
    await expectNothingStored(gateway, async () => {
      for (const list of [{}, 'x', 7, true]) {
        expectError(await order(gateway, owner, 10_000, { splitParticipants: list }), invalid('splitParticipants'));
      }
      for (const element of ['x', 7, [], true]) {
        const listed = [percent(partner, 1000), element];
        expectError(
          await order(gateway, owner, 10_000, { splitParticipants: listed }),
          invalid('splitParticipants[1]'),
        );
      }
    });
  });

  it.each([
    'split_participants',
    'splitparticipants',
    'SplitParticipants',
    'SPLIT_PARTICIPANTS',
    'split__Participants',
  ])('[unknown request fields] %s is taken for a slip of the pen', async (key) => {
    await expectNothingStored(gateway, async () => {
      for (const value of [base(), null, [], 'x', 0]) {
        const answer = await order(gateway, owner, 10_000, { [key]: value });
        expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: key } });
      }
    });
  });

  it('[unknown request fields] a simulation takes no misspelt list for no split either', async () => {
    const body = { access_token: owner.token, payment: { type: 'pix' }, total: 10_000 };
    for (const key of ['split_participants', 'SplitParticipants']) {
      for (const value of [base(), null]) {
        const answer = await gateway.post('/payments/split/simulate', { ...body, [key]: value });
        expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: key } });
      }
    }
  });
});

describe('[split: who may take part]', () => {
  const db = () => gateway.database.db;

  it('a revoked token and an inactive company or merchant do not', async () => {
    const revoked = await openCompany(gateway, { of: 'partner' });
    await db().query(
      `UPDATE company_access_tokens SET status = 'REVOKED'
     WHERE token_hash = $1`,
      [hashAccessToken(revoked.token)],
    );
    const inactive = await openCompany(gateway, { of: 'partner' });
    await db().query("UPDATE companies SET status = 'INACTIVE' WHERE id = $1", [inactive.id]);
    const closed = await openCompany(gateway);
    await db().query(
      `WITH gone AS (
         INSERT INTO merchants (name, status, created_at) VALUES ('Fechada', 'INACTIVE', now()) RETURNING id)
       UPDATE companies SET merchant_id = (SELECT id FROM gone) WHERE id = $1`,
      [closed.id],
    );
    for (const company of [revoked, inactive, closed]) {
      const listed = [percent(partner, 1000), percent(company, 1000)];
      await expectBothRefuse(owner, 10_000, listed, refusal('SPLIT_PARTICIPANT_INVALID', 1, 'accessToken'));
    }
  });

  it('two tokens of one company are one payee listed twice', async () => {
    const token = `${partner.token}_second`;
    await db().query(
      `INSERT INTO company_access_tokens (company_id, token_hash, hint, created_at)
     VALUES ($1, $2, 'x', now())`,
      [partner.id, hashAccessToken(token)],
    );
    const listed = [percent(partner, 1000), { ...percent(partner, 1000), accessToken: token }];
    await expectBothRefuse(owner, 10_000, listed, refusal('SPLIT_DUPLICATE_PARTICIPANT', 1, 'accessToken'));
  });

  it('fixed participants stay when their token is revoked, and go when their company is inactive', async () => {
    const shop = await openCompany(gateway);
    const helper = await openCompany(gateway, { of: 'partner' });
    await fixSplit(gateway, shop, [[helper, { amountSplit: 1000 }]]);
    await db().query("UPDATE company_access_tokens SET status = 'REVOKED' WHERE company_id = $1", [helper.id]);
    const id = await createPaid(gateway, shop, 10_000);
    expect(await availableOf(gateway, shop, helper)).toEqual([9000, 1000]);
    await db().query("UPDATE companies SET status = 'INACTIVE' WHERE id = $1", [helper.id]);
    // No field of the request is at fault.
    await eventually(() => expectBothRefuse(shop, 10_000, [], { status: 400, code: 'SPLIT_PARTICIPANT_INVALID' }));
    // What is frozen stays: the payment made before is refunded with its shares.
    expect((await gateway.post('/payments/pix/refund', { transaction_id: id })).status).toBe(200);
  });
});

describe('fixed and dynamic together', () => {
  it('every check counts both', async () => {
    const shop = await openCompany(gateway);
    await fixSplit(gateway, shop, [
      [sister, { amountSplit: 6000, chargeFee: true }],
      [third, { type: 'FIXED', amountSplit: 1000, merchantType: 'PRIMARY' }],
    ]);
    const one = (changes: Partial<Terms>, error: ExpectedError) =>
      expectBothRefuse(shop, 10_000, [participant(partner, changes)], error);
    await one({ amountSplit: 4001 }, refusal('SPLIT_PERCENTAGE_EXCEEDED', 0, 'amountSplit'));
    await one({ type: 'FIXED', amountSplit: 9001 }, refusal('SPLIT_FIXED_EXCEEDED', 0, 'amountSplit'));
    await one({ type: 'FIXED', amountSplit: 4001 }, refusal('SPLIT_EXCEEDS_TOTAL', 0, 'amountSplit'));
    await one({ amountSplit: 1, chargeFee: true }, refusal('SPLIT_MULTIPLE_FEE_BEARERS', 0, 'chargeFee'));
    await one({ amountSplit: 1, merchantType: 'PRIMARY' }, refusal('SPLIT_MULTIPLE_PRIMARIES', 0, 'merchantType'));
  });

  it('one company may be owner, fixed and dynamic participant at once, each in its own row', async () => {
    const shop = await openCompany(gateway, { pix: ONE_PERCENT });
    await fixSplit(gateway, shop, [
      [shop, { type: 'FIXED', amountSplit: 100 }],
      [partner, { amountSplit: 1000 }],
    ]);
    const before = await availableOf(gateway, partner);
    const id = await createPaid(gateway, shop, 10_000, {
      splitParticipants: [percent(shop, 1000), percent(partner, 500)],
    });
    const { split } = await readPayment(gateway, shop, id);
    expect(split.map(({ company_id, share, fee }: Record<string, number>) => [company_id, share, fee])).toEqual([
      [shop.id, 7400, 100],
      [shop.id, 100, 0],
      [partner.id, 1000, 0],
      [shop.id, 1000, 0],
      [partner.id, 500, 0],
    ]);
    expect(await availableOf(gateway, shop, partner)).toEqual([8400, (before[0] as number) + 1500]);
    expect((await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 33.33 })).status).toBe(200);
    expect((await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 66.67 })).status).toBe(200);
    expect(await availableOf(gateway, shop, partner)).toEqual([0, before[0]]);
  });

  it('a fixed split applies to payments of both types, and only to that establishment', async () => {
    const shop = await openCompany(gateway);
    await fixSplit(gateway, shop, [[partner, {}]]);
    for (const type of ['pix', 'invoice'])
      expect((await simulate(shop, 1000, undefined, type)).body.split).toHaveLength(2);
    expect((await simulate(sister, 1000)).body.split).toHaveLength(1);
  });
});

describe('[split: POST /payments/split/simulate]', () => {
  it('answers what the order then shows, and creates nothing', async () => {
    const shop = await openCompany(gateway, {
      pix: { fee_basis_points: 137, fee_fixed_cents: 11 },
      invoice: { fee_fixed_cents: 349 },
    });
    await fixSplit(gateway, shop, [[sister, { amountSplit: 777, discountGrossAmount: false }]]);
    const lists = [
      undefined,
      [percent(partner, 3333, { discountGrossAmount: false, chargeFee: true })],
      [fixed(partner, 123), percent(third, 4321), percent(shop, 0, { merchantType: 'PRIMARY' })],
    ];
    for (const type of ['pix', 'invoice']) {
      for (const splitParticipants of lists) {
        let simulated: Record<string, unknown> = {};
        await expectNothingStored(gateway, async () => {
          const answer = await simulate(shop, 12_347, splitParticipants, type);
          expect(answer).toMatchObject({ status: 200, body: { success: true, total: 12_347 } });
          simulated = answer.body;
        });
        const id = await createPayment(gateway, shop, 12_347, {
          payment: { type, installments: 1 },
          ...(splitParticipants ? { splitParticipants } : {}),
        });
        const { split } = await readPayment(gateway, shop, id);
        expect(simulated).toEqual({ success: true, total: 12_347, fee: type === 'pix' ? 180 : 349, split });
      }
    }
  });

  it('shows the documented columns, the owner included', async () => {
    const { body } = await simulate(owner, 10_000, [percent(partner, 3000), fixed(sister, 10)]);
    expect(body.split).toEqual([
      {
        company_id: owner.id,
        name: owner.name,
        merchant_type: 'PRIMARY',
        type: null,
        amount_split: null,
        share: 6990,
        fee: 100,
        net: 6890,
      },
      {
        company_id: partner.id,
        name: partner.name,
        merchant_type: 'SECONDARY',
        type: 'PERCENTAGE',
        amount_split: 3000,
        share: 3000,
        fee: 0,
        net: 3000,
      },
      {
        company_id: sister.id,
        name: sister.name,
        merchant_type: 'SECONDARY',
        type: 'FIXED',
        amount_split: 10,
        share: 10,
        fee: 0,
        net: 10,
      },
    ]);
  });

  it.each([
    ['access_token', [undefined, null, 7, '']],
    ['payment.type', [undefined, null, 'credit', 1]],
    ['total', [undefined, null, '100', 10.5, -1, 0, 10_000_000_000]],
  ] as const)('%s that cannot be', async (field, values) => {
    const body = { access_token: owner.token, payment: { type: 'pix' }, total: 10_000 };
    for (const value of values)
      expectError(await gateway.post('/payments/split/simulate', withValue(body, field, value)), invalid(field));
  });

  it('needs a JWT', async () => {
    expect((await gateway.call('POST', '/payments/split/simulate', { body: {} })).status).toBe(401);
  });

  it('the details of another merchant’s payment stay closed to its participant', async () => {
    const id = await createPayment(gateway, owner, 10_000, { splitParticipants: [percent(partner, 3000)] });
    expect((await gateway.get(`/transactions/${id}`, partner.session)).status).toBe(404);
  });

  it('frozen with the order: a renamed company and a changed fixed split change nothing', async () => {
    const shop = await openCompany(gateway, { pix: ONE_PERCENT });
    await fixSplit(gateway, shop, [[third, { amountSplit: 1500 }]]);
    const created = await gateway.post('/payments/order', orderOf(10_000, { access_token: shop.token }));
    const { id } = created.body.transaction;
    const before = (await readPayment(gateway, shop, id)).split;
    await fixSplit(gateway, shop, [[partner, { amountSplit: 9000 }]]);
    await gateway.database.db.query("UPDATE companies SET name = 'Outro nome' WHERE id = $1", [shop.id]);
    await gateway.database.db.query('UPDATE company_payment_plans SET fee_basis_points = 500 WHERE company_id = $1', [
      shop.id,
    ]);
    const thirdBefore = (await availableOf(gateway, third))[0] as number;
    expect((await gateway.post(`/sandbox/transactions/${id}/pay`, {})).status).toBe(200);
    expect((await readPayment(gateway, shop, id)).split).toEqual(before);
    expect(await availableOf(gateway, shop, third)).toEqual([8400, thirdBefore + 1500]);
  });
});
