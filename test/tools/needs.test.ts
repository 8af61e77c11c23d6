// Goal: a run of some files does no more than those need. Method: files of each kind are looked up.
import { expect, it } from 'vitest';
import { testFilesByNeed } from '../support/suite/needs.ts';

const files = testFilesByNeed();

it.each([
  ['rules', 'src/ground/brazil/boleto.rules.test.ts'],
  ['rules', 'test/news/webhooks/signature.test.ts'],
  ['server', 'test/rails/acquirers/bacen-cobv.test.ts'],
  ['database', 'test/ground/lists/pages.test.ts'],
  ['service', 'test/gateway/orders/order.contract.test.ts'],
  ['process', 'test/scenarios/stopping.test.ts'],
] as const)('%s: %s', (need, file) => {
  expect(Object.keys(files).filter((each) => files[each as keyof typeof files].includes(file))).toEqual([need]);
});

it('every test of the rules needs nothing', () => {
  const { rules: pure, ...needy } = files;
  const others = Object.values(needy).flat();
  const isOfRules = (file: string) => file.startsWith('src/') && file.endsWith('.rules.test.ts');
  expect(others.filter(isOfRules)).toEqual([]);
  expect(pure.filter(isOfRules).length).toBeGreaterThan(30);
});
