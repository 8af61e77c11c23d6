import { expect } from 'vitest';
import { shortReferenceOf } from '../../../src/rails/acquirers/bank-boletos/short-reference.rules.ts';
import { describeAcquirerContract } from '../../../src/rails/acquirers/contract/acquirer.contract.ts';
import { fieldsOf, objectionsTo } from './bank-fields/hold-against-fields.ts';
import { boletoHarness, NOBODY_LISTENS } from './boleto-bank.ts';
import { interAccess, interClient, startInter } from './inter-bank.ts';

describeAcquirerContract('inter-cobranca', async () => {
  const bank = await startInter();
  const access = interAccess(bank, { account: '123456789' });
  return boletoHarness({
    bank,
    acquirer: interClient(access),
    unreachable: interClient({ ...access, baseUrl: NOBODY_LISTENS, tokenUrl: NOBODY_LISTENS }),
    makeImpatient: ({ startLimit }) => interClient(access, { startLimit }),
    operations: { charge: ['register'], query: ['get', 'list'], cancel: ['cancel'] },
    pay: (reference) => bank.control.pay(shortReferenceOf(reference) ?? ''),
    // Everything that the adapter sent for the whole suite.
    atTheEnd: (received) =>
      expect([objectionsTo(received, fieldsOf('inter')), received.length > 0]).toEqual([[], true]),
  });
});
