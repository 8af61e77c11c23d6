import type { FixedParticipant } from '../../src/parties/companies/companies.sql.ts';
import type { PaymentPlan } from '../../src/parties/companies/seller.ts';
import { BANK } from './bank/acquirer-charge.ts';
import type { Random } from './random.ts';

/** The fee is mostly below every share; now and then its bearer pays more than it receives. */
export function drawPlan(random: Random, payment_type: 'pix' | 'invoice'): PaymentPlan {
  const isHigh = random.chance(0.15);
  return {
    payment_type,
    enabled: true,
    fee_fixed_cents: isHigh ? random.int(200, 900) : random.chance(0.5) ? random.int(1, 60) : 0,
    fee_basis_points: random.chance(0.5) ? random.int(1, isHigh ? 6_000 : 300) : 0,
    fee_on_refund: random.pick(['returned', 'returned', 'returned', 'kept']),
    settlement_days: random.pick(payment_type === 'pix' ? [0, 0, 0, 1] : [0, 1, 1, 30]),
    acquirer: payment_type === 'pix' && random.chance(0.5) ? BANK : null,
  };
}

export function drawRetention(random: Random): { retentionBasisPoints: number; retentionDays: number } {
  if (!random.chance(0.3)) return { retentionBasisPoints: 0, retentionDays: 0 };
  return { retentionBasisPoints: random.int(1, 5_000), retentionDays: random.int(0, 30) };
}

/** The fixed split of an establishment; it is small, so that the participants of an order usually still fit. */
export function drawFixedSplit(random: Random, companyIds: readonly number[]): FixedParticipant[] {
  if (!random.chance(0.3)) return [];
  const isFixed = random.chance(0.5);
  return [
    {
      participantCompanyId: random.pick(companyIds),
      merchantType: random.chance(0.2) ? 'PRIMARY' : 'SECONDARY',
      type: isFixed ? 'FIXED' : 'PERCENTAGE',
      chargeFee: random.chance(0.2),
      discountGrossAmount: random.chance(0.5),
      amountSplit: isFixed ? random.int(0, 150) : random.int(0, 3_000),
    },
  ];
}
