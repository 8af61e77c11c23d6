import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';

/** The terms as the interface has them; all of them null where an order had none. */
export function termsToWire(terms: BoletoTerms | null) {
  return {
    fine: fineToWire(terms?.fine ?? null),
    interest: interestToWire(terms?.interest ?? null),
    discounts: (terms?.discounts ?? []).map((discount) =>
      'amountCents' in discount
        ? { until: discount.until, amount: discount.amountCents }
        : { until: discount.until, percent: discount.percentHundredths },
    ),
    payable_days_after_due: terms?.payableDaysAfterDue ?? 0,
  };
}

function fineToWire(fine: BoletoTerms['fine']) {
  if (!fine) return null;
  return 'amountCents' in fine ? { amount: fine.amountCents } : { percent: fine.percentHundredths };
}

function interestToWire(interest: BoletoTerms['interest']) {
  if (!interest) return null;
  return 'dailyAmountCents' in interest
    ? { daily_amount: interest.dailyAmountCents }
    : { monthly_percent: interest.monthlyPercentHundredths };
}
