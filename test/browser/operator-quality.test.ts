import { afterAll, beforeAll, describe, it } from 'vitest';
import { FILE_BANK, type FileBank, openFileBank } from '../support/cnab240/file-bank.ts';
import { orderBody } from '../support/orders.ts';
import { type Console, enterConsole, isThere, pressFor } from './console-pages.ts';
import { expectGoodInEveryLook, type Stop, tour } from './looks.ts';
import { setStage } from './pages.ts';

let operator: Console;
let files: FileBank;
beforeAll(async () => {
  operator = await enterConsole(await setStage());
  const { gateway } = operator.stage;
  const { id } = (await gateway.post('/payments/order', orderBody())).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`);
  await gateway.post('/payments/order', orderBody());
  files = await openFileBank(gateway);
  await files.sell();
});
afterAll(async () => {
  await operator?.stage.close();
  await files?.close();
});

interface Case {
  name: string;
  path: string;
  isPublic?: boolean;
  /** What it asks for is not there: that it is told is no trouble. */
  misses?: true;
}

const CASES: Case[] = [
  { name: 'login', path: '/operator/login', isPublic: true },
  { name: 'looking for payments', path: '/operator/payments' },
  { name: 'found payments', path: '/operator/payments?q=1' },
  { name: 'a payment', path: '/operator/payments/1' },
  { name: 'a payment that waits', path: '/operator/payments/2' },
  { name: 'divergences', path: '/operator/divergences' },
  { name: 'banks that take files', path: '/operator/files' },
  { name: 'a bank', path: `/operator/acquirers/${FILE_BANK}` },
  { name: 'the sandbox’s own', path: '/operator/acquirers/sandbox' },
  { name: 'no such bank', path: '/operator/acquirers/nowhere', misses: true },
  { name: 'adding a bank', path: '/operator/acquirers/_new' },
  { name: 'seals', path: '/operator/audits?tab=seals' },
  { name: 'a trial balance', path: '/operator/books' },
  { name: 'fees', path: '/operator/books?tab=fees&by=company' },
  { name: 'settings', path: '/operator/settings' },
  { name: 'nothing', path: '/operator/nowhere' },
];

describe.each(CASES)('$name', ({ path, isPublic, misses }) => {
  it('is accessible in both schemes and languages, fits every width, and troubles nobody', () =>
    expectGoodInEveryLook({
      open: isPublic ? operator.stage.open : operator.open,
      path,
      ready: isThere,
      ...(misses ? { excused: /404/ } : {}),
    }));
});

/** What is pressed once the page is there opens a dialog. */
const stop = (name: string, path: string, press?: RegExp): Stop => ({
  name,
  path: () => path,
  ready: async (page) => {
    await isThere(page);
    if (press) await pressFor(page, press);
  },
});

// Their addresses are opened in operator.test.ts, operator-banks.test.ts and operator-files.test.ts.
describe('what an operator works with', () =>
  tour({
    open: (...options) => operator.open(...options),
    stops: [
      stop('home', '/operator'),
      stop('merchants', '/operator/merchants'),
      stop('a new merchant', '/operator/merchants', /Novo lojista|New merchant/),
      stop('a merchant', '/operator/merchants/1'),
      stop('shutting a merchant out', '/operator/merchants/1', /Desativar|Deactivate/),
      stop('terms', '/operator/companies/1'),
      stop('a split', '/operator/companies/1?tab=split'),
      stop('rules', '/operator/companies/1?tab=rails'),
      stop('acquirers', '/operator/acquirers'),
      stop('files of a bank', `/operator/files/${FILE_BANK}`),
      stop('a new remessa', `/operator/files/${FILE_BANK}`, /Gerar remessa agora|Make a remessa now/),
      stop('a retorno to look at', `/operator/files/${FILE_BANK}/retorno`),
      stop('changing a bank', `/operator/acquirers/${FILE_BANK}/change`),
      stop('audits', '/operator/audits'),
      stop('the team', '/operator/team'),
      stop('an invitation', '/operator/team', /Convidar|Invite/),
      stop('the log', '/operator/audit-log'),
    ],
  }));
