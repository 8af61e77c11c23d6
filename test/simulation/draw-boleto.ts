import type { OrderBody } from '../../src/gateway/orders/orders.schemas.ts';
import { plusDays } from './calendar.ts';
import type { Random } from './random.ts';

type Terms = Omit<OrderBody['payment'], 'type' | 'installments' | 'due_date'>;

const FINE_CAP = 200;
const INTEREST_CAP = 100;
const WHOLE = 10_000;
const DAYS_OF_A_MONTH = 30;

/** The due date of a boleto, and mostly terms: fine, interest, discounts until days on the way there. */
export function drawBoleto(random: Random, total: number, today: string): Terms & { due_date: string } {
  const dueInDays = random.chance(0.5) ? random.int(0, 4) : random.int(0, 15);
  const due = { due_date: plusDays(today, dueInDays) };
  if (random.chance(0.25)) return due;
  return {
    ...due,
    ...(random.chance(0.6) && { fine: drawFine(random, total) }),
    ...(random.chance(0.6) && { interest: drawInterest(random, total) }),
    ...(random.chance(0.5) && { discounts: drawDiscounts(random, total, today, dueInDays) }),
    ...(random.chance(0.4) && { payable_days_after_due: random.pick([0, random.int(1, 20), 60]) }),
  };
}

/** Now and then above what consumer law allows, which is refused. */
const atMost = (random: Random, cap: number) => (random.chance(0.03) ? cap + 1 : random.int(1, cap));

function drawFine(random: Random, total: number): NonNullable<Terms['fine']> {
  return random.chance(0.6)
    ? { percent: atMost(random, FINE_CAP) }
    : { amount: atMost(random, Math.floor((total * FINE_CAP) / WHOLE)) };
}

function drawInterest(random: Random, total: number): NonNullable<Terms['interest']> {
  const dailyCap = Math.floor((total * INTEREST_CAP) / WHOLE / DAYS_OF_A_MONTH);
  return random.chance(0.6) || dailyCap === 0
    ? { monthly_percent: atMost(random, INTEREST_CAP) }
    : { daily_amount: atMost(random, dailyCap) };
}

/** Days rising, figures falling; now and then more than whoever bears it receives. */
function drawDiscounts(random: Random, total: number, today: string, dueInDays: number) {
  const isPercent = random.chance(0.6);
  const days = [...new Set(Array.from({ length: random.int(1, 3) }, () => random.int(0, dueInDays)))];
  const first = random.chance(0.1) ? random.int(3_000, 9_000) : random.int(400, 3_000);
  return days
    .sort((one, other) => one - other)
    .map((day, index) => {
      const percent = Math.floor(first / (index + 1));
      const until = plusDays(today, day);
      return isPercent ? { until, percent } : { until, amount: Math.floor((total * percent) / WHOLE) };
    });
}
