import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeBank, startFakeBank } from '../../src/rails/fake-bank/start-fake-bank.ts';
import { runCli } from '../doors/cli/run-cli.ts';
import { ACCOUNT_FILES } from '../support/cnab240/accounts.ts';
import { eventually } from '../support/contract.ts';
import { type Console, enterConsole } from './console-pages.ts';
import { type Stage, seriousFindings, setStage } from './pages.ts';

/** What docs/guides/operator-first-payment.md says. */
const CLICKS = 26;
const TYPED = 13;
const OWNERS_PASSWORD = 'quatro cavalos azuis no telhado';

let stage: Stage;
let operator: Console;
let bank: FakeBank;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vintem-console-bank-'));
  [stage, bank] = await Promise.all([setStage(), startFakeBank()]);
  operator = await enterConsole(stage);
  await setFakeBank();
});
afterAll(async () => {
  await stage?.close();
  await bank?.close();
  await rm(folder, { recursive: true });
});

/** The one command: its address is outside of every profile. */
async function setFakeBank(): Promise<void> {
  const { client, authority } = bank.identities;
  const [account] = bank.accounts;
  await writeFile(join(folder, 'client.pem'), client.certificatePem);
  await writeFile(join(folder, 'client.key'), client.privateKeyPem);
  await writeFile(join(folder, 'ca.pem'), authority.certificatePem);
  const file = {
    kind: 'bacen-pix',
    profile: 'standard',
    base_url: bank.baseUrl,
    token_url: bank.tokenUrl,
    client_id: account?.clientId,
    client_secret: account?.clientSecret,
    pix_key: account?.pixKeys[0],
    certificate_file: 'client.pem',
    private_key_file: 'client.key',
    ca_file: 'ca.pem',
  };
  await writeFile(join(folder, 'acquirer.json'), JSON.stringify(file));
  const { code, err } = await runCli(
    { DATABASE_URL: stage.gateway.database.url },
    ...['acquirer', 'set', 'fakebank', '--file', join(folder, 'acquirer.json')],
  );
  expect([code, err]).toEqual([0, '']);
}

/** A person's hands: every click and every field that is typed into. */
function hands() {
  const done = { clicks: 0, typed: 0 };
  return {
    done,
    async click(target: Locator) {
      done.clicks += 1;
      await target.click();
    },
    /** One to open the list, one to choose. */
    async choose(target: Locator, value: string) {
      done.clicks += 2;
      await target.selectOption(value);
    },
    async type(target: Locator, text: string) {
      done.typed += 1;
      await target.fill(text);
    },
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

describe('from the start to money', () => {
  it(`in ${CLICKS} clicks: a bank is checked, a merchant begins, and a PIX is paid through the bank`, async () => {
    const { click, choose, type, done } = hands();
    // Not every browser lets a page write there unasked.
    const { page, troubles } = await stage.open('/operator/login', { permissions: ['clipboard-write'] });
    await click(button(page, 'Usar a conta de demonstração'));

    // The bank.
    await click(link(page, 'Adquirentes'));
    await click(link(page, 'Abrir fakebank'));
    await click(button(page, 'Conferir agora'));
    await page.getByText('O banco faz o que os pagamentos precisam.').waitFor();
    for (const step of ['Certificado:', 'Token:', 'Cobranças:', 'Chave PIX:']) await page.getByText(step).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await click(button(page, 'Registrar o webhook'));
    await page.getByText(/^Registrado: o banco chama/).waitFor();

    // The merchant and its establishment.
    await click(link(page, 'Lojistas'));
    await click(button(page, 'Novo lojista'));
    await type(page.getByLabel('Nome da empresa'), 'Padaria do João');
    await type(page.getByLabel('E-mail de quem será dono'), 'joao@padaria.example');
    await click(button(page, 'Gerar o link'));
    const ownersLink = await page.getByRole('dialog').locator('code').innerText();
    await click(button(page, 'Copiar'));
    await click(button(page, 'Já guardei'));
    await click(link(page, /^Padaria do João/));
    await click(button(page, 'Novo estabelecimento'));
    const dialog = page.getByRole('dialog');
    await type(dialog.getByLabel('Nome do estabelecimento'), 'Padaria Centro');
    await type(dialog.getByLabel('CPF ou CNPJ'), '45723174000110');
    await type(dialog.getByLabel('Rua e número'), 'Rua das Flores, 10');
    await type(dialog.getByLabel('Cidade'), 'Recife');
    await type(dialog.getByLabel('CEP'), '50050000');
    await click(dialog.getByRole('button', { name: 'Criar' }));

    // Its fees, and its bank.
    await type(page.getByLabel('Tarifa em %').first(), '1,5');
    await page.getByText('De R$ 100,00 por PIX: loja R$ 98,50 hoje, plataforma R$ 1,50.').waitFor();
    await click(button(page, 'Conferir e salvar'));
    await type(page.getByLabel('Motivo'), 'Contrato 12');
    await click(button(page, 'Salvar a mudança'));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await click(page.getByRole('tab', { name: 'Bancos e regras' }));
    await choose(page.getByRole('group', { name: 'PIX' }).getByLabel('Banco'), 'fakebank');
    await click(button(page, 'Conferir e salvar'));
    await type(page.getByLabel('Motivo'), 'Contrato 12');
    await click(button(page, 'Salvar a mudança'));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(troubles).toEqual([]);

    // The owner sells.
    const { pathname, hash } = new URL(ownersLink);
    const { page: shop } = await stage.open(pathname + hash);
    await type(shop.getByLabel('Senha', { exact: true }), OWNERS_PASSWORD);
    await click(button(shop, 'Trocar a senha'));
    await click(link(shop, 'Voltar para a entrada'));
    await type(shop.getByLabel('E-mail'), 'joao@padaria.example');
    await type(shop.getByLabel('Senha', { exact: true }), OWNERS_PASSWORD);
    await click(button(shop, 'Entrar'));
    await click(
      shop.getByRole('region', { name: 'Primeiros passos' }).getByRole('link', { name: 'Cobrar', exact: true }),
    );
    await click(button(shop, 'Preencher com dados de teste'));
    await click(button(shop, /^Cobrar R\$/));
    await shop.getByRole('heading', { name: 'Cobrança criada' }).waitFor();

    const [payment] = await stage.gateway.database.db.query<{ id: number; acquirer: string; reference: string }>(
      'SELECT id, acquirer, reference FROM payments ORDER BY id DESC LIMIT 1',
    );
    expect(payment?.acquirer).toBe('fakebank');
    // The payer, at their own bank.
    await bank.control.pay(payment?.reference ?? '');
    // The callback cannot reach a port that nobody knew before: the bank is asked.
    const { body } = await stage.gateway.post('/auth', { email: 'joao@padaria.example', password: OWNERS_PASSWORD });
    await stage.gateway.get(`/transactions/${payment?.id}?payment_type=PIX`, body.response.token);
    await shop.getByText('Paga', { exact: true }).first().waitFor();
    expect(done).toEqual({ clicks: CLICKS, typed: TYPED });
  });
});

describe('a bank by its form', () => {
  it('is added with its certificate, told at the field what is wrong, changed, and never shows a secret', async () => {
    const { page, troubles } = await operator.open('/operator/acquirers');
    await link(page, 'Adicionar banco').click();
    await page.getByLabel('Nome aqui').fill('efi-loja');
    await page.getByLabel('Banco', { exact: true }).selectOption('efi');
    expect(await page.getByLabel('Chave do aplicativo').count()).toBe(0);
    await button(page, 'Adicionar o banco').click();
    await page.getByText('Falta preencher').first().waitFor();
    await page.getByLabel('Client ID').fill('Client_Id_4711abcd');
    await page.getByLabel('Client secret').fill('s3cr3t');
    await page.getByLabel('Chave PIX').fill('loja@padaria.example');
    const { client } = bank.identities;
    const pem = (name: string, text: string) => ({
      name,
      mimeType: 'application/x-pem-file',
      buffer: Buffer.from(text),
    });
    await page.getByLabel('Certificado (PEM)', { exact: true }).setInputFiles(pem('a.pem', client.certificatePem));
    await page.getByLabel('Chave do certificado (PEM)').setInputFiles(pem('a.key', 'nada'));
    await page.getByLabel('Motivo').fill('Contrato 12');
    await button(page, 'Adicionar o banco').click();
    await page.getByText(/there is no PEM private key/).waitFor();
    await page.getByLabel('Chave do certificado (PEM)').setInputFiles(pem('a.key', client.privateKeyPem));
    await button(page, 'Adicionar o banco').click();
    await page.getByRole('heading', { level: 1, name: 'efi-loja' }).waitFor();
    await page.getByText('…abcd').waitFor();
    expect(await page.content()).not.toContain('s3cr3t');

    await link(page, 'Mudar').click();
    await page.getByText('Guardado: …abcd. Em branco, fica como está.').waitFor();
    await page.getByLabel('Client ID').fill('Client_Id_9999wxyz');
    await page.getByLabel('Motivo').fill('Nova aplicação');
    await button(page, 'Salvar a mudança').click();
    await page.getByText('…wxyz').waitFor();
    expect(troubles.filter((trouble) => !/400/.test(trouble))).toEqual([]);
  });

  it('one set by the command line says so, and keeps it', async () => {
    await writeFile(join(folder, 'bb.json'), JSON.stringify({ ...ACCOUNT_FILES.bb, inbox: '/tmp/vintem-in' }));
    const env = { DATABASE_URL: stage.gateway.database.url };
    await runCli(env, 'acquirer', 'set', 'bb-pastas', '--file', join(folder, 'bb.json'));
    const { page } = await operator.open('/operator/acquirers/bb-pastas/change');
    await page.getByText(/Definido na linha de comando, e só lá muda: inbox/).waitFor();
    await page.getByLabel('Local de pagamento no boleto').fill('Na loja');
    await page.getByLabel('Motivo').fill('Pedido da loja');
    await button(page, 'Salvar a mudança').click();
    await page.getByText('Na loja').waitFor();
    await page.getByText(/Definido na linha de comando, e só lá muda: inbox/).waitFor();
    await eventually(() => expect(stage.gateway.vintem.deps.acquirers.find('bb-pastas')).not.toBeNull());
  });
});
