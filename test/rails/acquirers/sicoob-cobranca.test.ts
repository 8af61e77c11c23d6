import { expect } from 'vitest';
import { beginningOf } from '../../../src/rails/acquirers/bank-boletos/short-reference.rules.ts';
import { describeAcquirerContract } from '../../../src/rails/acquirers/contract/acquirer.contract.ts';
import { fieldsOf, objectionsTo } from './bank-fields/hold-against-fields.ts';
import { boletoHarness, NOBODY_LISTENS } from './boleto-bank.ts';
import { sicoobAccess, sicoobClient, startSicoob } from './sicoob-bank.ts';

describeAcquirerContract('sicoob-cobranca', async () => {
  const bank = await startSicoob();
  const access = sicoobAccess(bank);
  return boletoHarness({
    bank,
    acquirer: sicoobClient(access),
    unreachable: sicoobClient({ ...access, baseUrl: NOBODY_LISTENS, tokenUrl: NOBODY_LISTENS }),
    makeImpatient: ({ startLimit }) => sicoobClient(access, { startLimit }),
    operations: { charge: ['register'], query: ['get', 'ask_movements'], cancel: ['cancel'] },
    pay: (reference) => bank.control.pay(beginningOf(reference) ?? ''),
    // Everything that the adapter sent for the whole suite.
    atTheEnd: (received) =>
      expect([objectionsTo(received, fieldsOf('sicoob')), received.length > 0]).toEqual([[], true]),
  });
});
