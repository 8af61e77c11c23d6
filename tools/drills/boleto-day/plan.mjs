/** Who orders what, and what becomes of it: decided before anything is sent. */
import { dueOn, plusDays, rolled } from './arithmetic.mjs';

/** Of so many boletos … */
const OF = 1_000;
const SHARES = { rejected: 20, paid: 700, late: 100, discounted: 50, byPix: 20 };
/** These are the same however many boletos there are: each of them is somebody's case. */
const CASES = {
  cancelled: 1,
  cancelledThenPaid: 2,
  writtenOff: 1,
  writtenOffThenPaid: 1,
  pixThenSlip: 1,
  slipThenPix: 1,
};
/** Long after the last day that the drill moves the bank's clock to. */
const FAR_DAYS = 25;
export const LEAST_BOLETOS = 40;

const shareOf = (part, count) => Math.max(2, Math.round((part * count) / OF));

function countsOf(count) {
  const counts = Object.fromEntries(Object.entries(SHARES).map(([name, part]) => [name, shareOf(part, count)]));
  const { rejected, paid, late, discounted, byPix } = counts;
  const onTime = paid - late - discounted - byPix - CASES.pixThenSlip - CASES.slipThenPix;
  const writtenOff = CASES.cancelled + CASES.cancelledThenPaid + CASES.writtenOff + CASES.writtenOffThenPaid;
  return { ...CASES, rejected, late, discounted, byPix, onTime, open: count - rejected - paid - writtenOff };
}

/** What somebody has to do about it before the second remessa. */
const EARLY = new Set(['cancelled', 'cancelledThenPaid', 'byPix', 'pixThenSlip']);

function fatesOf(count) {
  const fates = Object.entries(countsOf(count)).flatMap(([fate, times]) => Array(times).fill(fate));
  // The order of a linear congruence: mixed, and the same each time.
  const mixed = fates.map((fate, index) => [(index * 7_919 + 17) % 10_007, fate]).sort(([one], [other]) => one - other);
  const early = mixed.filter(([, fate]) => EARLY.has(fate));
  return [...early, ...mixed.filter(([, fate]) => !EARLY.has(fate))].map(([, fate]) => fate);
}

const LATE_TERMS = [
  { fine: { percent: 200 }, interest: { monthly_percent: 100 } },
  { fine: { amount: 150 }, interest: { daily_amount: 3 } },
  { fine: { percent: 137 }, interest: { monthly_percent: 83 }, payable_days_after_due: 45 },
];

function termsOf(fate, index, today) {
  if (fate === 'late') return LATE_TERMS[index % LATE_TERMS.length];
  if (fate !== 'discounted') return index % 3 === 0 ? LATE_TERMS[0] : {};
  const until = plusDays(today, 1);
  return { discounts: [index % 2 === 0 ? { until, percent: 537 } : { until, amount: 431 }] };
}

export function planOf(count, today) {
  return fatesOf(count).map((fate, index) => {
    const isLate = fate === 'late';
    const base = 10_000 + ((index * 6_007) % 90_000);
    // The bank rejects what ends in 99 cents, and payers whose zip code is zero.
    const isOdd = fate === 'rejected' && index % 2 === 0;
    const amount = isOdd ? base - (base % 100) + 99 : base % 100 === 99 ? base - 1 : base;
    const dueDate = plusDays(today, isLate ? 1 + (index % 4) : FAR_DAYS);
    const boleto = { index, fate, amount, dueDate, terms: termsOf(fate, index, today) };
    const payOn = isLate ? plusDays(rolled(dueDate), 1 + (index % 7)) : today;
    const zip = fate === 'rejected' && !isOdd ? '00000000' : '01310100';
    return { ...boleto, zip, isFirstHalf: index < count / 2, payOn, due: dueOn(boleto, payOn) };
  });
}

/** The bank's clock, when all late ones have paid. */
export const daysAheadOf = (plan, today) =>
  Math.max(...plan.map(({ payOn }) => Math.round((Date.parse(payOn) - Date.parse(today)) / 86_400_000))) + 1;

const SLIP_PAID = ['late', 'discounted', 'onTime', 'slipThenPix'];
export const isApproved = ({ fate }) => [...SLIP_PAID, 'byPix', 'pixThenSlip'].includes(fate);
export const isFailed = ({ fate }) =>
  ['rejected', 'cancelled', 'cancelledThenPaid', 'writtenOff', 'writtenOffThenPaid'].includes(fate);
/** Whose money the books have: the one that came first. */
export const isSlipSale = ({ fate }) => SLIP_PAID.includes(fate);
export const isPaidAfterEnd = ({ fate }) => fate.endsWith('ThenPaid');
export const isPaidTwice = ({ fate }) => ['pixThenSlip', 'slipThenPix'].includes(fate);
