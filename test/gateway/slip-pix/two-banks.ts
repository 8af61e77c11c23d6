import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { keepCustomer } from '../../../src/rails/fake-bank/cnab/customer-file.ts';
import { type FakeCnabBank, startFakeCnabBank } from '../../../src/rails/fake-bank/cnab/start-fake-cnab-bank.ts';
import { cliJson } from '../../doors/cli/run-cli.ts';
import { type LiveShop, openLiveShop } from '../../rails/bacen-pix/live-shop.ts';
import { eventually, saoPauloDay } from '../../support/contract.ts';
import type { ApiAnswer } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

const ADDRESS = { line_1: 'Rua A, 1', zip_code: '01310100', city: 'São Paulo', state: 'SP', country: 'BR' };
export const AMOUNT = 15_000;

/** A shop whose boletos go to one bank by files, and whose PIX is at another one. */
export interface TwoBanks {
  live: LiveShop;
  files: FakeCnabBank;
  order(terms?: Record<string, unknown>): Promise<ApiAnswer>;
  /** A boleto that carries a code. */
  sell(terms?: Record<string, unknown>): Promise<{ id: number; code: string; txid: string }>;
  /** What waits goes to the bank of the slips, and what that has to say comes back. */
  exchange(): Promise<void>;
  paySlip(id: number): Promise<void>;
  cobv(txid: string): Record<string, unknown> | null;
  title(id: number): Promise<{ status: string; asked: string | null }>;
  /** As seen by the bank of the codes: of one operation, whatever came of it. */
  calls(operation: string, txid: string): number;
  advance(ms: number): void;
  close(): Promise<void>;
}

export async function openTwoBanks(): Promise<TwoBanks> {
  const live = await openLiveShop();
  await live.setUpBank();
  const folder = await mkdtemp(join(tmpdir(), 'vintem-two-banks-'));
  let movedMs = 0;
  const clock = { now: () => new Date(Date.now() + movedMs) };
  startFakeCnabBank({ directory: folder, profile: 'bb', clock });
  const customer = keepCustomer(folder, 'bb');
  const files = startFakeCnabBank({ directory: folder, profile: 'bb', account: customer.account, clock });
  // The tests say when files go and come.
  const { inbox: _, outbox: __, ...account } = JSON.parse(readFileSync(customer.file, 'utf8'));
  const file = join(folder, 'account.json');
  writeFileSync(file, JSON.stringify(account));
  for (const args of [
    ['acquirer', 'set', 'arquivos', '--file', file],
    ['company', 'set', String(live.companyId), '--invoice-acquirer', 'arquivos'],
  ])
    expect(await live.cli(...args)).toMatchObject({ code: 0 });
  const issued = await cliJson(live.env, 'company', 'token', 'create', '--company', String(live.companyId));

  const order: TwoBanks['order'] = (terms = {}) => {
    const payment = { type: 'invoice', installments: 1, due_date: saoPauloDay(10), ...terms };
    const customerOf = { ...orderOf(AMOUNT).customer, address: ADDRESS };
    const body = orderOf(AMOUNT, { access_token: issued.access_token, payment, customer: customerOf });
    return live.call('POST', '/payments/order', body);
  };
  const titleOf = async (id: number) => {
    const [title] = await live.database.db.query<{ status: string; asked: string | null; our_number: string }>(
      `SELECT t.status, t.requested_change ->> 'kind' AS asked, t.our_number FROM cnab_titles t
       JOIN payments p USING (reference) WHERE p.id = $1`,
      [id],
    );
    if (!title) throw new Error(`no title of ${id}`);
    return title;
  };
  const receive = async () => {
    const written = files.writeRetorno();
    if (written) await cliJson(live.env, 'cnab', 'receive', 'arquivos', join(files.folders.retorno, written.name));
  };
  await eventually(async () => expect((await order()).status).toBe(200));
  return {
    live,
    files,
    order,
    async sell(terms) {
      const { status, body } = await order(terms);
      expect([status, body.transaction?.pix_qr_code]).toEqual([200, expect.stringMatching(/^000201/)]);
      const { id, pix_qr_code: code } = body.transaction;
      return { id, code, txid: await live.txidOf(id) };
    },
    async exchange() {
      const { out } = await live.cli('cnab', 'send', 'arquivos', '--out', files.folders.remessa);
      if (!out.includes('nothing waits')) expect(files.takeRemessas()).toMatchObject([{ isTaken: true }]);
      await receive();
    },
    async paySlip(id) {
      const { our_number } = await titleOf(id);
      const title = files.titles().find(({ number }) => number.endsWith(our_number) || our_number.endsWith(number));
      if (!title) throw new Error(`the bank knows no title ${our_number}`);
      files.pay(title.number);
      await receive();
    },
    cobv(txid) {
      try {
        return live.bank.control.charge(txid);
      } catch {
        return null;
      }
    },
    title: titleOf,
    calls: (operation, txid) =>
      live.bank.received().filter((entry) => entry.operation === operation && entry.path.endsWith(txid)).length,
    advance(ms) {
      movedMs += ms;
      live.advance(ms);
    },
    async close() {
      await live.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
