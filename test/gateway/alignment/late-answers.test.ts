import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AllDeps } from '../../../src/doors/all-deps.ts';
import { changeDueDate } from '../../../src/gateway/alignment/change-due-date.ts';
import { syncPayment } from '../../../src/gateway/alignment/sync-payment.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { findPayment } from '../../../src/gateway/payments/payments.sql.ts';
import type { Acquirer, ChargeAtAcquirer } from '../../../src/rails/acquirers/acquirer.ts';
import { sandboxOf, withAcquirers } from '../../support/banks/acquirers.ts';
import { saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, readPayment, type TestCompany } from '../../support/money.ts';

/** A bank that takes a change, gives it a name, and tells by that name what became of it. */

const MINUTES = 60;
let gateway: TestGateway;
let owner: TestCompany;
let deps: AllDeps;
let asked: ChargeAtAcquirer[];
let isRefused: boolean;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  owner = await openCompany(gateway);
  const sandbox = sandboxOf(gateway.vintem.deps);
  const bank: Acquirer = {
    ...sandbox,
    changeDueDate: async () => ({ outcome: 'requested', changeId: 'edit-7' }),
    async query(charge) {
      asked.push(charge);
      const known = await sandbox.query(charge);
      return known.outcome === 'found' && isRefused
        ? { outcome: 'found', charge: { ...known.charge, requestedChange: null } }
        : known;
    },
  };
  deps = withAcquirers(gateway.vintem.deps, bank);
});
afterAll(() => gateway.close());

async function askForAnotherDay(): Promise<{ id: number; dueDate: string; payment: Payment }> {
  [asked, isRefused] = [[], false];
  const id = await createPayment(gateway, owner, 10_000, { payment: { type: 'invoice', installments: 1 } });
  const dueDate = saoPauloDay(30);
  return { id, dueDate, payment: await changeDueDate(deps, await stored(id), dueDate) };
}

async function stored(id: number): Promise<Payment> {
  const payment = await findPayment(deps.db, id);
  if (!payment) throw new Error('it is not there');
  return payment;
}

const advance = (seconds: number) => gateway.post('/sandbox/clock', { advance_seconds: seconds });

it('is asked by that name, and a change that it has refused is over', async () => {
  const { id, dueDate, payment } = await askForAnotherDay();
  expect(payment.requested_change).toMatchObject({ kind: 'due_date', dueDate, changeId: 'edit-7' });
  const shown = { kind: 'due_date', due_date: dueDate, requested_at: expect.any(String) };
  expect((await readPayment(gateway, owner, id)).requested_change).toEqual(shown);
  await syncPayment(deps, payment);
  expect(asked).toMatchObject([{ change: { id: 'edit-7', dueDate } }]);
  isRefused = true;
  await advance(11 * MINUTES);
  await syncPayment(deps, await stored(id));
  expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 1, requested_change: null });
  asked = [];
  await syncPayment(deps, await stored(id));
  expect(asked[0]).not.toHaveProperty('change');
});

it('that never tells has a day', async () => {
  const { id } = await askForAnotherDay();
  await advance(23 * 60 * MINUTES);
  await syncPayment(deps, await stored(id));
  expect((await stored(id)).requested_change).not.toBeNull();
  await advance(2 * 60 * MINUTES);
  await syncPayment(deps, await stored(id));
  expect(await stored(id)).toMatchObject({ status: 1, requested_change: null });
});
