import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  balanceOf,
  createPaid,
  entriesOf,
  fixSplit,
  openCompany,
  orderFault,
  participant,
  readPayment,
  refundPix,
  renewToken,
  reverse,
  type StoredEntry,
  type Terms,
  type TestCompany,
} from '../../support/money.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';

let gateway: TestGateway;
let bank: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  bank = await openCompany(gateway);
});
afterAll(() => gateway.close());

const NUM_RUNS = propertyRuns(4);
const COMPANIES = 4;
/** Money from other sales, so that nobody is short and nobody has to be covered. */
const RESERVE = 500_000;

interface Part {
  company: number;
  type: Terms['type'];
  weight: number;
  gross: boolean;
}

const parts = fc.subarray([0, 1, 2, 3]).chain((companies) =>
  fc.tuple(
    ...companies.map((company) =>
      fc.record({
        company: fc.constant(company),
        type: fc.constantFrom<Terms['type']>('PERCENTAGE', 'FIXED'),
        weight: fc.nat({ max: 10_000 }),
        gross: fc.boolean(),
      }),
    ),
  ),
);

const sales = fc.record({
  total: fc.oneof(fc.integer({ min: 500, max: 600 }), fc.integer({ min: 500, max: 100_000 })),
  parts: parts as fc.Arbitrary<Part[]>,
  bearer: fc.option(fc.nat({ max: 3 })),
  primary: fc.option(fc.nat({ max: 3 })),
});

const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), sale: fc.nat(), part: fc.nat({ max: 9999 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refused' as const), sale: fc.nat(), part: fc.nat({ max: 9999 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 150 }) }) },
);

const stories = fc.record({
  fee: fc.record({ fee_fixed_cents: fc.nat({ max: 600 }), fee_basis_points: fc.nat({ max: 1500 }) }),
  settlementDays: fc.array(fc.nat({ max: 3 }), { minLength: COMPANIES, maxLength: COMPANIES }),
  retentions: fc.array(fc.record({ basisPoints: fc.nat({ max: 3000 }), days: fc.nat({ max: 20 }) }), {
    minLength: COMPANIES,
    maxLength: COMPANIES,
  }),
  /** How many of the first sale's parts are configured for the establishment instead of sent with the order. */
  fixed: fc.nat({ max: 2 }),
  sales: fc.array(sales, { minLength: 1, maxLength: 3 }),
  steps: fc.array(steps, { maxLength: 8 }),
});

type Story = typeof stories extends fc.Arbitrary<infer Value> ? Value : never;

/** Percentages up to 20 % and fixed values up to 5 % of the total: four of them always fit. */
function termsOf(part: Part, index: number, { total, bearer, primary }: Story['sales'][number]): Partial<Terms> {
  return {
    type: part.type,
    amountSplit: part.type === 'FIXED' ? Math.floor((part.weight * total) / 200_000) : Math.floor(part.weight / 5),
    discountGrossAmount: part.gross,
    chargeFee: index === bearer,
    merchantType: index === primary ? 'PRIMARY' : 'SECONDARY',
  };
}

interface OpenSale {
  id: number;
  remaining: number;
}

async function tell(story: Story): Promise<void> {
  const companies: TestCompany[] = [];
  for (let index = 0; index < COMPANIES; index++) {
    const pix = { ...story.fee, settlement_days: story.settlementDays[index] ?? 0 };
    const retention = story.retentions[index] ?? { basisPoints: 0, days: 0 };
    companies.push(await openCompany(gateway, { of: index < 2 ? 'demo' : 'partner', pix, retention }));
  }
  const owner = companies[0] as TestCompany;
  const reserves = companies.map((company) => participant(company, { type: 'FIXED', amountSplit: RESERVE }));
  await createPaid(gateway, bank, COMPANIES * RESERVE, { splitParticipants: reserves });
  // The whole reserve is available before the story begins.
  await advance(gateway, 30 * 86_400);

  const open: OpenSale[] = [];
  for (const [number, sale] of story.sales.entries()) {
    const listed = sale.parts.map(
      (part, index) => [companies[part.company] as TestCompany, termsOf(part, index, sale)] as const,
    );
    // The fixed ones apply to the first sale only: another total would give them other shares.
    const fixed = number === 0 ? listed.slice(0, story.fixed) : [];
    await fixSplit(gateway, owner, fixed);
    await renewToken(gateway, owner);
    const splitParticipants = listed.slice(fixed.length).map(([company, terms]) => participant(company, terms));
    open.push({ id: await createPaid(gateway, owner, sale.total, { splitParticipants }), remaining: sale.total });
  }
  for (const step of story.steps) await take(step, owner, open);
  for (const sale of open) if (sale.remaining > 0) await refund(owner, sale, sale.remaining);
  await expectRestored(companies, open);
}

async function take(step: Story['steps'][number], owner: TestCompany, open: OpenSale[]): Promise<void> {
  if (step.kind === 'wait') {
    await advance(gateway, step.hours * 3600);
    return;
  }
  const sale = open[step.sale % open.length] as OpenSale;
  const cents = Math.max(1, Math.floor((sale.remaining * step.part) / 10_000));
  if (sale.remaining === 0) return;
  if (step.kind === 'refund') await refund(owner, sale, cents);
  else await refuse(owner, sale, cents);
  await expectCleanBooks(gateway.database.db);
}

async function refund(owner: TestCompany, sale: OpenSale, cents: number): Promise<void> {
  const before = await readPayment(gateway, owner, sale.id);
  const isWhole = before.refunded_amount === 0 && cents === before.amount;
  const answer = await (isWhole ? reverse(gateway, owner, sale.id) : refundPix(gateway, owner, sale.id, cents / 100));
  expect(answer).toMatchObject({ status: 200, body: { success: true, refund: { amount: cents } } });
  sale.remaining -= cents;
  const after = await readPayment(gateway, owner, sale.id);
  expect(after).toMatchObject({
    refunded_amount: before.amount - sale.remaining,
    status: sale.remaining === 0 ? 4 : 2,
    split: before.split,
  });
}

async function refuse(owner: TestCompany, sale: OpenSale, cents: number): Promise<void> {
  const before = sumsOf(await entriesOf(gateway, sale.id));
  await orderFault(gateway, sale.id, 'refund', 'refuse');
  expectError(await refundPix(gateway, owner, sale.id, cents / 100), { status: 400, code: 'REFUND_REFUSED' });
  expect(sumsOf(await entriesOf(gateway, sale.id))).toEqual(before);
}

/** Per account, company and value date, where something is left. */
function sumsOf(entries: readonly StoredEntry[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, company_id, available_at, amount_cents } of entries) {
    const key = `${account} ${company_id} ${available_at.toISOString()}`;
    sums[key] = (sums[key] ?? 0) + amount_cents;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

async function expectRestored(companies: readonly TestCompany[], sold: readonly OpenSale[]): Promise<void> {
  for (const { id } of sold) {
    const entries = await entriesOf(gateway, id);
    expect(entries.filter(({ tag }) => tag === 'cover')).toEqual([]);
    const left = new Map<string, number>();
    for (const { account, company_id, amount_cents } of entries) {
      const key = `${account} ${company_id}`;
      left.set(key, (left.get(key) ?? 0) + amount_cents);
    }
    expect([...left].filter(([, sum]) => sum !== 0)).toEqual([]);
  }
  for (const company of companies)
    expect(await balanceOf(gateway, company)).toEqual({ available: RESERVE, future: 0, retention: 0 });
  await expectCleanBooks(gateway.database.db);
}

it('[refund] partial refunds in any order that add up to the total restore every account exactly', async () => {
  await fc.assert(fc.asyncProperty(stories, tell), { numRuns: NUM_RUNS, endOnFailure: true });
});
