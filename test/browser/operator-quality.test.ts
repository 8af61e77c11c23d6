import { afterAll, beforeAll, describe, it } from 'vitest';
import { FILE_BANK, type FileBank, openFileBank } from '../support/cnab240/file-bank.ts';
import { orderBody } from '../support/orders.ts';
import { type Console, enterConsole, isThere, pressFor } from './console-pages.ts';
import { expectGoodInEveryLook } from './looks.ts';
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
  /** Pressed once the page is there: a dialog. */
  press?: string | RegExp;
}

const CASES: Case[] = [
  { name: 'login', path: '/operator/login', isPublic: true },
  { name: 'home', path: '/operator' },
  { name: 'merchants', path: '/operator/merchants' },
  { name: 'a new merchant', path: '/operator/merchants', press: /Novo lojista|New merchant/ },
  { name: 'a merchant', path: '/operator/merchants/1' },
  { name: 'shutting a merchant out', path: '/operator/merchants/1', press: /Desativar|Deactivate/ },
  { name: 'terms', path: '/operator/companies/1' },
  { name: 'a split', path: '/operator/companies/1?tab=split' },
  { name: 'rules', path: '/operator/companies/1?tab=rails' },
  { name: 'looking for payments', path: '/operator/payments' },
  { name: 'found payments', path: '/operator/payments?q=1' },
  { name: 'a payment', path: '/operator/payments/1' },
  { name: 'a payment that waits', path: '/operator/payments/2' },
  { name: 'divergences', path: '/operator/divergences' },
  { name: 'acquirers', path: '/operator/acquirers' },
  { name: 'banks that take files', path: '/operator/files' },
  { name: 'files of a bank', path: `/operator/files/${FILE_BANK}` },
  { name: 'a new remessa', path: `/operator/files/${FILE_BANK}`, press: /Gerar remessa agora|Make a remessa now/ },
  { name: 'a retorno to look at', path: `/operator/files/${FILE_BANK}/retorno` },
  { name: 'a bank', path: `/operator/acquirers/${FILE_BANK}` },
  { name: 'the sandbox’s own', path: '/operator/acquirers/sandbox' },
  { name: 'no such bank', path: '/operator/acquirers/nowhere', misses: true },
  { name: 'adding a bank', path: '/operator/acquirers/_new' },
  { name: 'changing a bank', path: `/operator/acquirers/${FILE_BANK}/change` },
  { name: 'audits', path: '/operator/audits' },
  { name: 'seals', path: '/operator/audits?tab=seals' },
  { name: 'a trial balance', path: '/operator/books' },
  { name: 'fees', path: '/operator/books?tab=fees&by=company' },
  { name: 'the team', path: '/operator/team' },
  { name: 'an invitation', path: '/operator/team', press: /Convidar|Invite/ },
  { name: 'the log', path: '/operator/audit-log' },
  { name: 'settings', path: '/operator/settings' },
  { name: 'nothing', path: '/operator/nowhere' },
];

describe.each(CASES)('$name', ({ path, isPublic, misses, press }) => {
  it('is accessible in both schemes and languages, fits every width, and troubles nobody', () =>
    expectGoodInEveryLook({
      open: isPublic ? operator.stage.open : operator.open,
      path,
      ready: async (page) => {
        await isThere(page);
        if (press) await pressFor(page, press);
      },
      ...(misses ? { excused: /404/ } : {}),
    }));
});
