import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, saoPauloDateOf } from '../../../src/ground/brazil/calendar.rules.ts';
import type { SlipPixCapability } from '../../../src/rails/acquirers/acquirer.ts';
import type { BacenPixClient } from '../../../src/rails/acquirers/bacen-pix/bacen-pix-client.ts';
import { PROFILES, type ProfileName } from '../../../src/rails/acquirers/bacen-pix/profiles.ts';
import { invoiceOf, unheardOf } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import type { FakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { findBacenDocument } from '../../support/banks/bacen-document.ts';
import { accessTo, clientOf, newReference, startPromptBank } from './bacen-pix-bank.ts';
import { fieldsOf, objectionsTo } from './bank-fields/hold-against-fields.ts';

let bank: FakeBank;
let client: BacenPixClient;
beforeAll(async () => {
  bank = await startPromptBank();
  client = clientOf(accessTo(bank));
});
afterAll(async () => {
  await client.close();
  await bank.close();
});

function codes(): SlipPixCapability {
  if (!client.slipPix) throw new Error('the bank has no charges with a due date');
  return client.slipPix;
}

const TODAY = saoPauloDateOf(new Date());
const request = () => {
  const dueDate = addDays(TODAY, 20);
  return invoiceOf(newReference(), {
    dueDate,
    terms: {
      fine: { percentHundredths: 200 },
      interest: { dailyAmountCents: 4 },
      discounts: [1, 2, 3].map((day) => ({ until: addDays(TODAY, day), percentHundredths: 1_000 - day * 100 })),
      payableDaysAfterDue: 30,
      lastPayableDate: addDays(dueDate, 33),
    },
  });
};

describe('charges with a due date', () => {
  it('send what the document names and nothing else', async () => {
    const order = request();
    expect(await codes().charge(order)).toMatchObject({ outcome: 'accepted' });
    const dueDate = addDays(TODAY, 40);
    expect(await codes().change({ ...order, dueDate })).toMatchObject({ outcome: 'changed', charge: { dueDate } });
    await codes().query(unheardOf(order.reference));
    expect(await codes().cancel(unheardOf(order.reference))).toMatchObject({ charge: { status: 'CANCELLED' } });
    const sent = bank.received().filter(({ operation }) => operation.endsWith('_cobv'));
    expect(sent.map(({ operation }) => operation)).toEqual(['put_cobv', 'patch_cobv', 'get_cobv', 'patch_cobv']);
    expect(objectionsTo(sent, fieldsOf('cobv'))).toEqual([]);
    expect(findBacenDocument()?.objectionsToRequest(sent[0] as (typeof sent)[number]) ?? []).toEqual([]);
    // The table itself is no rubber stamp.
    const extra = sent.map((entry) => ({ ...entry, body: { ...(entry.body as object), abatimento: { valor: 1 } } }));
    expect(objectionsTo(extra, fieldsOf('cobv'))).toContain('PUT /cobv/{txid}: body abatimento.valor is in no table');
  });

  it('what cannot be changed any more is refused', async () => {
    const order = request();
    await codes().charge(order);
    await bank.control.pay(order.reference);
    expect(await codes().change(order)).toMatchObject({ outcome: 'refused' });
    expect(await codes().change(request())).toMatchObject({ outcome: 'refused' });
  });

  it('exist where the profile says so, and their scopes are asked for only there', async () => {
    for (const profile of Object.keys(PROFILES) as ProfileName[]) {
      const other = clientOf(accessTo(bank, { profile }));
      expect([profile, Boolean(other.slipPix)]).toEqual([profile, PROFILES[profile].hasCobv]);
      await other.close();
    }
  });
});
