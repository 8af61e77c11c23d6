/** At the end of the day: everything that can be asked is asked, and held against the plan. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { saoPauloDay, startOfDay, statementOf } from './arithmetic.mjs';
import { BANK } from './files.mjs';
import { isApproved, isFailed, isPaidAfterEnd, isPaidTwice, isSlipSale } from './plan.mjs';
import { forAll } from './world.mjs';

const PENDING = 1;
const APPROVED = 2;
const FAILED = 3;
/** What the fake bank keeps of each slip that was paid. */
const BANK_FEE = 120;
const PIX_BANK = 'pixbank';
const MOST_TOLD = 10;

export const statusOf = (boleto) => (isApproved(boleto) ? APPROVED : isFailed(boleto) ? FAILED : PENDING);

export function checker() {
  const problems = [];
  return {
    problems,
    same(what, found, expected) {
      if (isDeepStrictEqual(found, expected)) return;
      problems.push(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    },
    tell: () => problems.slice(0, MOST_TOLD),
  };
}

async function pagesOf(get, route) {
  const rows = [];
  for (let page = 1; ; page++) {
    const { body } = await get(`${route}${route.includes('?') ? '&' : '?'}limit=100&page=${page}`);
    rows.push(...body.data);
    if (page >= body.lastPage) return rows;
  }
}

export async function checkPayments({ get, plan, check }) {
  await forAll(plan, async (boleto) => {
    const { body } = await get(`/transactions/${boleto.id}`);
    const what = `transaction ${boleto.id} (${boleto.fate})`;
    check.same(`status of ${what}`, body.status, statusOf(boleto));
    check.same(`line of ${what}`, body.boleto_digitable_line, boleto.line);
    check.same(`change of ${what}`, body.requested_change ?? null, null);
    const registration = boleto.fate === 'rejected' ? 'REJECTED' : 'REGISTERED';
    check.same(`registration of ${what}`, body.registration.status, registration);
    const { paid_amount, fine_paid, interest_paid, discount_given } = body;
    const { due } = boleto;
    check.same(
      `money of ${what}`,
      { paid_amount, fine_paid, interest_paid, discount_given },
      isApproved(boleto)
        ? {
            paid_amount: due.paid,
            fine_paid: due.finePaid,
            interest_paid: due.interestPaid,
            discount_given: due.discount,
          }
        : { paid_amount: null, fine_paid: null, interest_paid: null, discount_given: null },
    );
    if (isSlipSale(boleto)) check.same(`paid_at of ${what}`, body.paid_at, startOfDay(boleto.payOn));
  });
}

/** Line by line, and then the sums of them against what the company is told it has. */
export async function checkStatement({ get, post, plan, check, company, from, to }) {
  const rows = await pagesOf(get, `/companies/${company}/statement?from=${from}&to=${to}`);
  const byPayment = new Map();
  for (const row of rows) byPayment.set(row.transaction_id, [...(byPayment.get(row.transaction_id) ?? []), row]);
  let total = 0;
  for (const boleto of plan) {
    const lines = (byPayment.get(boleto.id) ?? []).map(({ kind, account, amount, available_at }) =>
      [kind, account, amount, saoPauloDay(Date.parse(available_at))].join(' '),
    );
    const day = isSlipSale(boleto) ? boleto.payOn : boleto.pixPaidOn;
    const expected = isApproved(boleto) ? statementOf(boleto.amount, { paid: boleto.due.paid, day }) : [];
    check.same(`statement of ${boleto.id} (${boleto.fate})`, lines.sort(), expected);
    total += expected.reduce((sum, line) => sum + Number(line.split(' ')[2]), 0);
  }
  const known = new Set(plan.map(({ id }) => id));
  check.same('lines of nobody', rows.filter((row) => !known.has(row.transaction_id)).length, 0);
  const { body: statement } = await get(`/companies/${company}/statement?from=${from}&to=${to}&limit=1`);
  check.same('closing balance of the statement', statement.closing_balance, total);
  const { body: balance } = await post('/balance/list', { companyIds: [company] });
  check.same('balance', balance.available + balance.future + balance.retention, total);
  return { lines: rows.length, total };
}

export async function checkDivergences({ get, world, plan, check }) {
  const found = await pagesOf(get, '/divergences');
  const expected = plan.flatMap((boleto) => {
    if (isPaidAfterEnd(boleto)) return [[boleto.id, 'LATE_PAYMENT', boleto.amount]];
    return isPaidTwice(boleto) ? [[boleto.id, 'AMOUNT_MISMATCH', boleto.amount]] : [];
  });
  const inOrder = (rows) => rows.sort(([one], [other]) => one - other);
  const told = found.map(({ transaction_id, kind, difference }) => [transaction_id, kind, difference]);
  check.same('divergences', inOrder(told), inOrder(expected));
  const listed = await world.command('divergence', 'list');
  check.same('divergences of the command line', listed.length, expected.length);
  return found.length;
}

/** What each bank holds by the books: divergences are not in them, the bank's price of every paid slip is. */
export async function checkBanks({ world, plan, check }) {
  const approved = plan.filter(isApproved);
  const sum = (boletos) => boletos.reduce((cents, { due }) => cents + due.paid, 0);
  const slips = approved.filter(isSlipSale);
  const slipsPaid = slips.length + plan.filter(({ fate }) => fate === 'pixThenSlip').length;
  const fees = BANK_FEE * (slipsPaid + plan.filter(isPaidAfterEnd).length);
  const owed = await world.command('acquirer', 'owed');
  const expected = { [BANK]: sum(slips) - fees, [PIX_BANK]: sum(approved.filter((boleto) => !isSlipSale(boleto))) };
  check.same('owed', Object.fromEntries(owed.map((row) => [row.acquirer, Number(row.owed_cents)])), expected);
  return expected;
}

/** As the bank read them: the number of each file (columns 158 to 163) and of each title (P, columns 38 to 57). */
export function checkNumbers({ world, plan, check }) {
  const folder = join(world.bankFolder, 'remessa', 'taken');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1').split(/\r?\n/));
  const fileNumbers = files.map(([header]) => Number(header.slice(157, 163))).sort((one, other) => one - other);
  check.same(
    'file numbers',
    fileNumbers,
    fileNumbers.map((_, index) => index + 1),
  );
  const entries = files.flat().filter((line) => line[7] === '3' && line[13] === 'P' && line.slice(15, 17) === '01');
  const numbers = entries.map((line) => line.slice(37, 57).trim());
  check.same('numbers of titles', [numbers.length, new Set(numbers).size], [plan.length, plan.length]);
  check.same('lines of slips', new Set(plan.map(({ line }) => line)).size, plan.length);
  return { files: fileNumbers.length, numbers: numbers.length };
}
