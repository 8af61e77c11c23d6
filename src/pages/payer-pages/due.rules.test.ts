import { describe, expect, it } from 'vitest';
import type { Slip } from '../../gateway/boleto-terms/figures.rules.ts';
import { dueViewOf } from './due.rules.ts';

const FRIDAY = '2026-11-13';
const late: Slip = {
  amountCents: 20_000,
  dueDate: FRIDAY,
  terms: {
    fine: { percentHundredths: 200 },
    interest: { monthlyPercentHundredths: 100 },
    discounts: [],
    payableDaysAfterDue: 30,
  },
};
const early: Slip = {
  amountCents: 20_000,
  dueDate: FRIDAY,
  terms: {
    fine: null,
    interest: null,
    discounts: [
      // A Saturday.
      { until: '2026-11-07', percentHundredths: 500 },
      { until: '2026-11-11', amountCents: 300 },
    ],
    payableDaysAfterDue: 0,
  },
};

describe('what a payer is told', () => {
  it('before the day: the amount, the same tomorrow, and until when it can be paid', () => {
    expect(dueViewOf(late, '2026-11-10')).toEqual({
      todayCents: 20_000,
      tomorrowCents: null,
      lateFor: null,
      discountCents: 0,
      discounts: [],
      payableUntil: '2026-12-13',
    });
  });

  it('on the last day in time: what it is tomorrow', () => {
    expect(dueViewOf(late, FRIDAY)).toMatchObject({ todayCents: 20_000, tomorrowCents: 20_407, lateFor: null });
  });

  it('late: with fine and interest, and tomorrow with a day more', () => {
    expect(dueViewOf(late, '2026-11-23')).toMatchObject({
      todayCents: 20_467,
      tomorrowCents: 20_473,
      lateFor: 'both',
    });
    const { terms } = late;
    const onlyFine = { ...late, terms: terms && { ...terms, interest: null } };
    expect(dueViewOf(onlyFine, '2026-11-23')).toMatchObject({ lateFor: 'fine', tomorrowCents: null });
    const onlyInterest = { ...late, terms: terms && { ...terms, fine: null } };
    expect(dueViewOf(onlyInterest, '2026-11-23')).toMatchObject({ lateFor: 'interest' });
  });

  it('on the last day of all: nothing of a tomorrow on which nobody takes it', () => {
    expect(dueViewOf(late, '2026-12-13').tomorrowCents).toBeNull();
  });

  it('early: the discount of today, and those that are still to be had', () => {
    expect(dueViewOf(early, '2026-11-07')).toEqual({
      todayCents: 19_000,
      tomorrowCents: null,
      lateFor: null,
      discountCents: 1_000,
      discounts: [
        { until: '2026-11-07', cents: 1_000 },
        { until: '2026-11-11', cents: 300 },
      ],
      payableUntil: null,
    });
    // The Monday after that Saturday: it counts, and nobody is told that it always would.
    expect(dueViewOf(early, '2026-11-09')).toMatchObject({
      todayCents: 19_000,
      tomorrowCents: 19_700,
      discounts: [{ until: '2026-11-11', cents: 300 }],
    });
  });

  it('due on a Sunday without days beyond it: until its due date, though the Monday is in time', () => {
    const { terms } = early;
    const sunday = { ...early, dueDate: '2026-11-22', terms: terms && { ...terms, discounts: [] } };
    expect(dueViewOf(sunday, '2026-11-20').payableUntil).toBeNull();
  });
});
