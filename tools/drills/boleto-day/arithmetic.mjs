/**
 * The drill's own sums and calendar, written from the rules and not from the product: whoever shares code with what he
 * checks finds nothing. Days are `YYYY-MM-DD`, money is cents.
 */

const DAY_MS = 86_400_000;
const EVERY_YEAR = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'];
/** Carnival's Monday and Tuesday, Good Friday, Corpus Christi. */
const FROM_EASTER = [-48, -47, -2, 60];

export const plusDays = (day, days) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
export const daysFrom = (one, other) => (Date.parse(other) - Date.parse(one)) / DAY_MS;

/** Since 2019 São Paulo is always three hours behind. */
const SAO_PAULO_MS = 3 * 3_600_000;
export const saoPauloDay = (instant) => new Date(instant - SAO_PAULO_MS).toISOString().slice(0, 10);
export const startOfDay = (day) => new Date(Date.parse(day) + SAO_PAULO_MS).toISOString();

/** By Meeus, Jones and Butcher. */
function easterOf(year) {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`;
}

function isBusinessDay(day) {
  if ([0, 6].includes(new Date(day).getUTCDay()) || EVERY_YEAR.includes(day.slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return !FROM_EASTER.some((days) => plusDays(easter, days) === day);
}

export function rolled(day) {
  return isBusinessDay(day) ? day : rolled(plusDays(day, 1));
}

export const nextBusinessDay = (day) => rolled(plusDays(day, 1));

const halfUp = (dividend, divisor) => Math.floor((2 * dividend + divisor) / (2 * divisor));
const ofPercent = (amount, { percent, amount: fixed }) => fixed ?? halfUp(amount * percent, 10_000);

/** What a payer pays on a day, in its parts. */
export function dueOn({ amount, dueDate, terms }, day) {
  const late = Math.max(0, daysFrom(rolled(dueDate), day));
  const { fine = null, interest = null, discounts = [] } = terms;
  const finePaid = late > 0 && fine ? ofPercent(amount, fine) : 0;
  const daily = interest?.daily_amount;
  const interestPaid =
    late === 0 || !interest ? 0 : (daily ?? null) === null ? byMonth(amount, interest, late) : daily * late;
  const counting = discounts.filter(({ until }) => day <= rolled(until)).map((discount) => ofPercent(amount, discount));
  const discount = Math.max(0, ...counting);
  return { finePaid, interestPaid, discount, paid: amount + finePaid + interestPaid - discount };
}

const byMonth = (amount, { monthly_percent }, days) => halfUp(amount * monthly_percent * days, 300_000);

export const FEE = { fixed: 349, basisPoints: 100 };
export const RETENTION = { basisPoints: 500, days: 30 };

/** The lines of a company's statement for one payment, as `kind account cents day`, sorted. */
export function statementOf(amount, { paid, day }) {
  const fee = FEE.fixed + halfUp(amount * FEE.basisPoints, 10_000);
  const [late, discount] = [Math.max(0, paid - amount), Math.max(0, amount - paid)];
  const retainedOf = (net) => Math.floor((Math.max(0, net) * RETENTION.basisPoints) / 10_000);
  const retained = retainedOf(amount - fee - discount);
  const retainedLate = retainedOf(amount - fee - discount + late) - retained;
  const settled = nextBusinessDay(day);
  const released = plusDays(settled, RETENTION.days);
  return [
    ['share', 'main', amount - retained, settled],
    ['retention', 'retained', retained, released],
    ['fee', 'main', -fee, settled],
    ['discount', 'main', -discount, settled],
    ['late_charges', 'main', late - retainedLate, settled],
    ['late_charges', 'retained', retainedLate, released],
  ]
    .filter(([, , cents]) => cents !== 0)
    .map((line) => line.join(' '))
    .sort();
}
