import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { lockCompany } from '../../../src/parties/companies/companies.sql.ts';
import {
  type ExpectedError,
  eventually,
  expectError,
  invalid,
  withoutValue,
  withValue,
} from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ONE_PERCENT, openCompany, order, readPayment, type Terms, type TestCompany } from '../../support/money.ts';

let gateway: TestGateway;
let shop: TestCompany;
let sister: TestCompany;
let partner: TestCompany;
let stranger: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
  sister = await openCompany(gateway);
  partner = await openCompany(gateway, { of: 'partner' });
  stranger = await openCompany(gateway, { of: 'partner' });
});
afterAll(() => gateway.close());

const TERMS: Terms = {
  merchantType: 'SECONDARY',
  type: 'PERCENTAGE',
  chargeFee: false,
  discountGrossAmount: true,
  amountSplit: 1000,
};
const byId = ({ id }: TestCompany, changes: Partial<Terms> = {}) => ({ company_id: id, ...TERMS, ...changes });
const byToken = ({ token }: TestCompany, changes: Partial<Terms> = {}) => ({
  accessToken: token,
  ...TERMS,
  ...changes,
});
const shown = ({ id, name }: TestCompany, changes: Partial<Terms> = {}) => ({
  company_id: id,
  name,
  ...TERMS,
  ...changes,
});

const put = (company: TestCompany, body: unknown) =>
  gateway.call('PUT', `/companies/${company.id}/split`, { token: company.session, body });
const fix = (company: TestCompany, splitParticipants: unknown) => put(company, { splitParticipants });
const simulate = (company: TestCompany, body: object) =>
  gateway.post(`/companies/${company.id}/split/simulate`, body, company.session);
const splitOf = async (company: TestCompany) =>
  (await gateway.get(`/companies/${company.id}`, company.session)).body.split;

describe('PUT /companies/{id}/split', () => {
  it('replaces the whole list, by id or by token, and new orders follow it', async () => {
    const first = await fix(shop, [byId(sister), byToken(partner, { amountSplit: 2000, chargeFee: true })]);
    const stored = [shown(sister), shown(partner, { amountSplit: 2000, chargeFee: true })];
    expect(first).toMatchObject({ status: 200, body: { company_id: shop.id, split: stored } });
    expect(first.body).toEqual({ company_id: shop.id, split: stored });
    expect(await splitOf(shop)).toEqual(stored);
    await eventually(async () => {
      const { transaction } = (await order(gateway, shop, 10_000)).body;
      const { split } = await readPayment(gateway, shop, transaction.id);
      expect(split.map(({ company_id, share }: { company_id: number; share: number }) => [company_id, share])).toEqual([
        [shop.id, 7000],
        [sister.id, 1000],
        [partner.id, 2000],
      ]);
    });
    // Nobody can show its token again: who is in the list already is named by its id.
    expect((await fix(shop, [byId(partner)])).body.split).toEqual([shown(partner)]);
    expect(await fix(shop, [])).toMatchObject({ status: 200, body: { split: [] } });
    expect(await splitOf(shop)).toEqual([]);
  });

  it('takes a foreign company by its id only while it is in this very split', async () => {
    const unknown = { ...byId(partner), company_id: 987_654_321 };
    const refused: ExpectedError = {
      status: 400,
      code: 'SPLIT_PARTICIPANT_INVALID',
      field: 'splitParticipants[0].company_id',
    };
    const [foreign, nobody] = [await fix(sister, [byId(stranger)]), await fix(sister, [unknown])];
    expectError(foreign, refused);
    expect(foreign.body).toEqual(nobody.body);
    expectError(
      await simulate(sister, { payment: { type: 'pix' }, total: 1000, splitParticipants: [byId(stranger)] }),
      refused,
    );
    expect((await fix(shop, [byToken(stranger)])).status).toBe(200);
    expectError(await fix(sister, [byId(stranger)]), refused);
    expect((await fix(shop, [byId(stranger, { amountSplit: 5 })])).status).toBe(200);
    expect((await fix(shop, [])).status).toBe(200);
    expectError(await fix(shop, [byId(stranger)]), refused);
  });

  it('holds up no order while somebody saves', async () => {
    await withTransaction(gateway.database.db, async (tx) => {
      expect(await lockCompany(tx, shop.id)).not.toBeNull();
      expect((await order(gateway, shop, 10_000)).status).toBe(200);
    });
  });

  it('keeps the list of the one or of the other when two people save at once', async () => {
    const lists = [[byId(sister)], [byToken(partner), byId(shop, { amountSplit: 7 })]];
    const answers = await Promise.all([...lists, ...lists, ...lists].map((list) => fix(shop, list)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect([[shown(sister)], [shown(partner), shown(shop, { amountSplit: 7 })]]).toContainEqual(await splitOf(shop));
    await fix(shop, []);
  });

  const valid = () => [byId(sister), byToken(partner)];
  const at = (index: number, key: string, code: string): ExpectedError => ({
    status: 400,
    code,
    field: `splitParticipants[${index}].${key}`,
  });
  it.each<[string, () => unknown, ExpectedError]>([
    [
      'two that bear the fee',
      () => [byId(sister, { chargeFee: true }), byToken(partner, { chargeFee: true })],
      at(1, 'chargeFee', 'SPLIT_MULTIPLE_FEE_BEARERS'),
    ],
    [
      'two PRIMARY',
      () => [byId(sister, { merchantType: 'PRIMARY' }), byToken(partner, { merchantType: 'PRIMARY' })],
      at(1, 'merchantType', 'SPLIT_MULTIPLE_PRIMARIES'),
    ],
    [
      'more than 100 %',
      () => [byId(sister, { amountSplit: 9_001 }), byToken(partner)],
      at(1, 'amountSplit', 'SPLIT_PERCENTAGE_EXCEEDED'),
    ],
    [
      'an unknown token',
      () => [{ ...byToken(partner), accessToken: 'est_of_nobody' }],
      at(0, 'accessToken', 'SPLIT_PARTICIPANT_INVALID'),
    ],
    ['a company twice, by id', () => [byId(sister), byId(sister)], at(1, 'company_id', 'SPLIT_DUPLICATE_PARTICIPANT')],
    [
      'a company twice, by id and token',
      () => [byId(sister), byToken(sister)],
      at(1, 'accessToken', 'SPLIT_DUPLICATE_PARTICIPANT'),
    ],
    [
      'twenty-one',
      () => Array.from({ length: 21 }, () => byId(sister, { amountSplit: 0 })),
      invalid('splitParticipants'),
    ],
    ['nobody named', () => withoutValue(valid(), '0.company_id'), invalid('splitParticipants[0]')],
    ['both names', () => withValue(valid(), '1.company_id', 1), invalid('splitParticipants[1]')],
    ['id 0', () => withValue(valid(), '0.company_id', 0), invalid('splitParticipants[0].company_id')],
    ['an id as text', () => withValue(valid(), '0.company_id', '1'), invalid('splitParticipants[0].company_id')],
    ['an empty token', () => withValue(valid(), '1.accessToken', ''), invalid('splitParticipants[1].accessToken')],
    [
      'a fraction of a figure',
      () => withValue(valid(), '0.amountSplit', 0.5),
      invalid('splitParticipants[0].amountSplit'),
    ],
    ['a figure below zero', () => withValue(valid(), '0.amountSplit', -1), invalid('splitParticipants[0].amountSplit')],
    ['another type', () => withValue(valid(), '0.type', 'SHARE'), invalid('splitParticipants[0].type')],
    ['no merchantType', () => withoutValue(valid(), '0.merchantType'), invalid('splitParticipants[0].merchantType')],
    ['chargeFee as text', () => withValue(valid(), '0.chargeFee', 'true'), invalid('splitParticipants[0].chargeFee')],
    ['no list', () => ({}), invalid('splitParticipants')],
  ])('refuses %s and keeps what was', async (_, listed, error) => {
    expect((await fix(shop, valid())).status).toBe(200);
    expectError(await fix(shop, listed()), error);
    expect(await splitOf(shop)).toEqual([shown(sister), shown(partner)]);
    expectError(await simulate(shop, { payment: { type: 'pix' }, total: 10_000, splitParticipants: listed() }), error);
  });

  it('refuses a list under another name, or none', async () => {
    expectError(await put(shop, { split_participants: [] }), invalid('split_participants'));
    expectError(await put(shop, { splitParticipants: [], split_participants: [] }), invalid('split_participants'));
    expectError(await put(shop, []), { status: 400, code: 'VALIDATION_ERROR' });
  });

  it('refuses a company, or one of a merchant, that is not active any more', async () => {
    const gone = await openCompany(gateway);
    await gateway.database.db.query(`UPDATE companies SET status = 'INACTIVE' WHERE id = $1`, [gone.id]);
    expectError(await fix(shop, [byId(gone)]), at(0, 'company_id', 'SPLIT_PARTICIPANT_INVALID'));
    expectError(await fix(shop, [byToken(gone)]), at(0, 'accessToken', 'SPLIT_PARTICIPANT_INVALID'));
  });
});

describe('POST /companies/{id}/split/simulate', () => {
  it('shows what an order would give under the list, or under the one that is stored', async () => {
    await fix(shop, [byId(sister, { type: 'FIXED', amountSplit: 700 })]);
    const asked = { payment: { type: 'pix' }, total: 10_000 };
    const stored = await simulate(shop, asked);
    expect(stored).toMatchObject({
      status: 200,
      body: {
        success: true,
        total: 10_000,
        fee: 100,
        split: [
          { company_id: shop.id, share: 9300, fee: 100, net: 9200 },
          { company_id: sister.id, name: sister.name, type: 'FIXED', amount_split: 700, share: 700, fee: 0, net: 700 },
        ],
      },
    });
    const proposed = await simulate(shop, { ...asked, splitParticipants: [byToken(partner, { chargeFee: true })] });
    expect(proposed.body.split).toMatchObject([
      { company_id: shop.id, share: 9000, fee: 0 },
      { company_id: partner.id, name: partner.name, share: 1000, fee: 100, net: 900 },
    ]);
    // Nothing was stored.
    expect(await splitOf(shop)).toEqual([shown(sister, { type: 'FIXED', amountSplit: 700 })]);
    expect((await simulate(shop, { ...asked, splitParticipants: [] })).body.split).toHaveLength(1);
  });

  it.each<[string, object, ExpectedError]>([
    ['no total', { payment: { type: 'pix' } }, invalid('total')],
    ['a total as text', { payment: { type: 'pix' }, total: '1000' }, invalid('total')],
    ['no type', { total: 1000 }, invalid('payment')],
    ['a card', { payment: { type: 'credit' }, total: 1000 }, invalid('payment.type')],
    ['less than the minimum', { payment: { type: 'pix' }, total: 499 }, { status: 400, code: 'AMOUNT_BELOW_MINIMUM' }],
    [
      'a list under another name',
      { payment: { type: 'pix' }, total: 1000, SplitParticipants: [] },
      invalid('SplitParticipants'),
    ],
  ])('refuses %s', async (_, body, error) => {
    expectError(await simulate(shop, body), error);
  });

  it('refuses more than the total, at the participant', async () => {
    const body = {
      payment: { type: 'pix' },
      total: 1000,
      splitParticipants: [byId(sister, { type: 'FIXED', amountSplit: 1001 })],
    };
    expectError(await simulate(shop, body), {
      status: 400,
      code: 'SPLIT_FIXED_EXCEEDED',
      field: 'splitParticipants[0].amountSplit',
    });
  });
});
