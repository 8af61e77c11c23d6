import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { setAcquirer } from '../../../src/gateway/bank-access/set-acquirer.ts';
import { readCnabAccount } from '../../../src/rails/cnab240/layout/read-account.ts';
import { keepCustomer } from '../../../src/rails/fake-bank/cnab/customer-file.ts';
import { type FakeCnabBank, startFakeCnabBank } from '../../../src/rails/fake-bank/cnab/start-fake-cnab-bank.ts';
import { eventually, saoPauloDay } from '../contract.ts';
import type { TestGateway } from '../gateway.ts';
import { advance, ONE_PERCENT, openCompany, order, type TestCompany } from '../money.ts';

export const FILE_BANK = 'filebank';

/** A shop of the gateway whose boletos go to a fake bank by files, which somebody carries by hand. */
export interface FileBank {
  shop: TestCompany;
  bank: FakeCnabBank;
  /** A boleto of R$ 150,00, due in ten days; its transaction's id. */
  sell(terms?: Record<string, unknown>): Promise<number>;
  /** The bank takes that remessa. */
  bring(remessa: Buffer): void;
  /** What the bank has to say since the last one. */
  retorno(): Buffer;
  /** From now on gateway and bank live so many days later. */
  pass(days: number): Promise<void>;
  /** So many days from today, as both live. */
  day(offset: number): string;
  close(): Promise<void>;
}

const ADDRESS = { line_1: 'Rua A, 1', zip_code: '01310100', city: 'São Paulo', state: 'SP', country: 'BR' };
const CUSTOMER = {
  name: 'Ana Conceição',
  email: 'ana@example.com',
  document: '52998224725',
  phone: { country_code: '55', area_code: '11', number: '987654321' },
  address: ADDRESS,
};
const DAY_SECONDS = 86_400;

export async function openFileBank(gateway: TestGateway): Promise<FileBank> {
  const folder = await mkdtemp(join(tmpdir(), 'vintem-file-bank-'));
  let days = 0;
  const clock = { now: () => new Date(Date.now() + days * DAY_SECONDS * 1_000) };
  startFakeCnabBank({ directory: folder, profile: 'bb', clock });
  const customer = keepCustomer(folder, 'bb');
  const bank = startFakeCnabBank({ directory: folder, profile: 'bb', account: customer.account, clock });
  const { inbox: _, outbox: __, ...byHand } = JSON.parse(readFileSync(customer.file, 'utf8'));
  const { deps } = gateway.vintem;
  const wanted = { name: FILE_BANK, kind: 'cnab240', mode: deps.config.mode } as const;
  await setAcquirer(
    deps,
    deps.destinationKeys,
    { ...wanted, accessFrom: () => readCnabAccount(byHand) },
    'no callback comes',
  );
  const shop = await openCompany(gateway, { invoice: { ...ONE_PERCENT, settlement_days: 0, acquirer: FILE_BANK } });
  let brought = 0;
  const day = (offset: number) => saoPauloDay(days + offset);
  const sell = async (terms: Record<string, unknown> = {}) => {
    const payment = { type: 'invoice', installments: 1, due_date: day(10), ...terms };
    const answer = await order(gateway, shop, 15_000, { payment, customer: CUSTOMER });
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body.transaction.id as number;
  };
  return {
    shop,
    bank,
    // The registry hears of a new acquirer after a moment.
    sell: (terms) => eventually(() => sell(terms)),
    bring(remessa) {
      brought += 1;
      writeFileSync(join(bank.folders.remessa, `${brought}.rem`), remessa);
      expect(bank.takeRemessas()).toMatchObject([{ isTaken: true }]);
    },
    retorno: () => readFileSync(join(bank.folders.retorno, bank.writeRetorno()?.name ?? 'nothing to say')),
    async pass(more) {
      days += more;
      await advance(gateway, more * DAY_SECONDS);
    },
    day,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
