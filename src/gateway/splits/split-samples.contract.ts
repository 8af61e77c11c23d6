import fc from 'fast-check';
import type { PaidBesides } from '../../books/ledger/postings.rules.ts';
import { feeOf } from '../../ground/money/basis-points.ts';
import type { PartnerCompany } from '../../parties/companies/seller.ts';
import type { Share, SplitInput } from './allocate.rules.ts';
import type { ListedParticipant, Participant } from './participants.rules.ts';

/** Random splits that pass every check, shared by the property tests of shares, ledger and refunds. */

export const OWNER = { companyId: 1, merchantId: 1, name: 'Loja' } as const;

/** The owner itself, a sister company of its merchant, and three strangers. */
export const COMPANIES: readonly PartnerCompany[] = [
  { companyId: 1, merchantId: 1, companyName: 'Loja' },
  { companyId: 2, merchantId: 1, companyName: 'Filial' },
  { companyId: 3, merchantId: 2, companyName: 'Parceiro' },
  { companyId: 4, merchantId: 3, companyName: 'Entregador' },
  { companyId: 5, merchantId: 4, companyName: 'Afiliado' },
];

export const totals = fc.oneof(
  fc.integer({ min: 500, max: 700 }),
  fc.integer({ min: 500, max: 50_000 }),
  fc.integer({ min: 500, max: 9_999_999_999 }),
);

export const feeRates = fc.record({
  fixedCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
  basisPoints: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 10_000 })),
});

const draft = fc.record({
  type: fc.constantFrom('PERCENTAGE' as const, 'FIXED' as const),
  discountGrossAmount: fc.boolean(),
  weight: fc.integer({ min: 0, max: 100 }),
});

const lists = fc.record({
  fixed: fc.subarray([...COMPANIES], { maxLength: 3 }),
  dynamic: fc.subarray([...COMPANIES], { maxLength: 4 }),
  drafts: fc.array(draft, { minLength: 7, maxLength: 7 }),
  percentageBudget: fc.integer({ min: 0, max: 10_000 }),
  bearer: fc.option(fc.nat({ max: 6 })),
  primary: fc.option(fc.nat({ max: 6 })),
});

/** Percentages share one part of the total and fixed values the other, so the checks hold by construction. */
export const splits: fc.Arbitrary<SplitInput & { participants: Participant[] }> = fc
  .record({ totalCents: totals, rate: feeRates, list: lists })
  .map(({ totalCents, rate, list }) => {
    const named = [
      ...list.fixed.map((company) => ({ company, source: 'fixed' as const, path: null })),
      ...list.dynamic.map((company, index) => ({
        company,
        source: 'dynamic' as const,
        path: `splitParticipants[${index}]`,
      })),
    ];
    const weights = list.drafts.slice(0, named.length).reduce((sum, one) => sum + one.weight, 0);
    const fixedBudget = Math.floor(((10_000 - list.percentageBudget) * totalCents) / 10_000);
    const participants = named.map(({ company, ...listing }, index): Participant => {
      const { type, discountGrossAmount, weight } = list.drafts[index] ?? {
        type: 'FIXED',
        discountGrossAmount: true,
        weight: 0,
      };
      const budget = type === 'FIXED' ? fixedBudget : list.percentageBudget;
      const amountSplit = weights === 0 ? 0 : Math.floor((budget * weight) / weights);
      const merchantType = index === list.primary ? 'PRIMARY' : 'SECONDARY';
      return {
        ...company,
        ...listing,
        type,
        discountGrossAmount,
        amountSplit,
        merchantType,
        chargeFee: index === list.bearer,
      };
    });
    return { totalCents, feeCents: feeOf(totalCents, rate), owner: OWNER, participants };
  });

export function asListed({ companyId, merchantId, companyName, ...participant }: Participant): ListedParticipant {
  return { ...participant, company: { companyId, merchantId, companyName } };
}

/** A SECONDARY stranger with 30 % of the gross, unless the caller changes that. */
export function participant(changes: Partial<Participant> = {}): Participant {
  return {
    companyId: 3,
    merchantId: 2,
    companyName: 'Parceiro',
    merchantType: 'SECONDARY',
    type: 'PERCENTAGE',
    chargeFee: false,
    discountGrossAmount: true,
    amountSplit: 3_000,
    source: 'dynamic',
    path: 'splitParticipants[0]',
    ...changes,
  };
}

/** How much more or less than its amount a boleto is paid: a part of what can be; mostly exactly the amount. */
export const beside = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -997, max: 997 }).map((thousandths) => thousandths / 997),
);

/** No discount takes more than the PRIMARY's net, nor everything. */
export function besidesOf(shares: readonly Share[], part: number): PaidBesides {
  const totalCents = shares.reduce((sum, { shareCents }) => sum + shareCents, 0);
  const primaryNet = shares.find(({ merchantType }) => merchantType === 'PRIMARY')?.netCents ?? 0;
  const mostDiscount = Math.max(0, Math.min(primaryNet, totalCents - 1));
  return {
    lateChargesCents: part > 0 ? Math.floor(part * totalCents) : 0,
    discountCents: part < 0 ? Math.floor(-part * mostDiscount) : 0,
  };
}
