import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { receiveRetorno } from '../../../src/gateway/bank-files/receive-retorno.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import { randomIds } from '../../../src/ground/ids.ts';
import type { Acquirer, AcquirerCharge, ChargeRequest } from '../../../src/rails/acquirers/acquirer.ts';
import { orderOf } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { createCnab240Client } from '../../../src/rails/cnab240/cnab-client.ts';
import { readFileParts } from '../../../src/rails/cnab240/files.sql.ts';
import type { CnabAccount, CnabProfileName } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { readCnabAccount } from '../../../src/rails/cnab240/layout/read-account.ts';
import type { ReceivedFile } from '../../../src/rails/cnab240/retornos/receive-file.ts';
import { type SentFile, sendFile } from '../../../src/rails/cnab240/send-file.ts';
import { keepCustomer } from '../../../src/rails/fake-bank/cnab/customer-file.ts';
import { type FakeCnabBank, startFakeCnabBank } from '../../../src/rails/fake-bank/cnab/start-fake-cnab-bank.ts';

const TERMS = {
  fine: { percentHundredths: 200 },
  interest: { monthlyPercentHundredths: 100 },
  discounts: [],
  payableDaysAfterDue: 30,
  lastPayableDate: '2026-12-19',
};

/** An account at a fake bank that takes files, and what a test does with it. */
export interface Billing {
  name: string;
  account: CnabAccount;
  acquirer: Acquirer;
  bank: FakeCnabBank;
  referenceOf(number: number): string;
  orderOf(number: number, changes?: Partial<ChargeRequest>): ChargeRequest;
  charge(number: number, changes?: Partial<ChargeRequest>): Promise<AcquirerCharge>;
  ask(number: number): Promise<AcquirerCharge>;
  cancel(number: number): Promise<AcquirerCharge>;
  /** Makes a remessa and hands it to the bank. */
  send(): Promise<SentFile>;
  receive(path: string): Promise<ReceivedFile | null>;
  /** The retorno that the bank writes now. */
  writeRetorno(): string;
  closeDay(): Promise<ReceivedFile | null>;
}

let count = 0;

export function openBilling(
  { db, root, clock }: { db: DbPool; root: string; clock: Clock },
  profile: CnabProfileName,
  changes: Record<string, unknown> = {},
): Billing {
  count += 1;
  const [ours, name] = [count, `${profile}-${count}`];
  const directory = join(root, name);
  const bankClock = { now: clock.realNow };
  startFakeCnabBank({ directory, profile, clock: bankClock });
  const customer = keepCustomer(directory, profile);
  const account = readCnabAccount({ ...JSON.parse(readFileSync(customer.file, 'utf8')), ...changes });
  const bank = startFakeCnabBank({ directory, profile, account: customer.account, clock: bankClock });
  const acquirer = createCnab240Client({ name, account, db, clock });
  // A file has room for the first 25 of them.
  const referenceOf = (number: number) => `${String(number).padStart(20, '0')}${String(ours).padStart(12, '0')}`;
  const at = (number: number) => ({ reference: referenceOf(number), transactionId: null, endToEndId: null });
  const found = (answer: Awaited<ReturnType<Acquirer['query']>>) => {
    if (answer.outcome !== 'found') throw new Error(JSON.stringify(answer));
    return answer.charge;
  };
  const billing: Billing = {
    ...{ name, account, acquirer, bank, referenceOf },
    orderOf: (number, more) => boletoOf(referenceOf(number), more),
    async charge(number, more) {
      const answer = await acquirer.charges.invoice?.(boletoOf(referenceOf(number), more));
      if (answer?.outcome !== 'accepted') throw new Error(JSON.stringify(answer));
      return answer.charge;
    },
    ask: async (number) => found(await acquirer.query(at(number))),
    cancel: async (number) => found(await acquirer.cancel(at(number))),
    async send() {
      const file = await sendFile({ db, clock }, name, account);
      if (!file) throw new Error('nothing waits');
      const bytes: Buffer[] = [];
      for await (const part of readFileParts(db, file.id)) bytes.push(part);
      writeFileSync(join(bank.folders.remessa, `${file.number}.rem`), Buffer.concat(bytes));
      const [report] = bank.takeRemessas();
      if (!report?.isTaken) throw new Error(`the bank refused: ${report?.problem}`);
      return file;
    },
    receive: (path) =>
      receiveRetorno({ db, clock, ids: randomIds(), poke: () => {} }, name, account, () => createReadStream(path)),
    writeRetorno() {
      const written = bank.writeRetorno();
      if (!written) throw new Error('the bank has nothing to say');
      return join(bank.folders.retorno, written.name);
    },
    closeDay: async () => billing.receive(billing.writeRetorno()),
  };
  return billing;
}

function boletoOf(reference: string, changes: Partial<ChargeRequest> = {}): ChargeRequest {
  const address = { line1: 'Rua das Laranjeiras, 40', line2: null, district: 'Centro' };
  const where = { zipCode: '01310100', city: 'São Paulo', state: 'SP' };
  const { payer } = orderOf(reference);
  return orderOf(reference, {
    ...{ paymentType: 'invoice', amountCents: 15_000, dueDate: '2026-11-19', terms: TERMS },
    payer: { ...payer, address: { ...address, ...where } },
    ...changes,
  });
}
