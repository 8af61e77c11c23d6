import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ProfileName } from '../../../../src/rails/fake-bank/cnab/account.rules.ts';
import {
  type FakeCnabBank,
  type FakeCnabBankOptions,
  startFakeCnabBank,
} from '../../../../src/rails/fake-bank/cnab/start-fake-cnab-bank.ts';
import { remessa, type Slip } from './remessa-builder.ts';
import { type RetornoRead, readRetorno } from './retorno-reader.ts';

export interface BankOfTest {
  bank: FakeCnabBank;
  directory: string;
  /** What the bank's clock shows, in São Paulo. */
  setDay(day: string, time?: string): void;
  put(name: string, content: string): void;
  /** Puts the next remessa and lets the bank take it. */
  send(...slips: Slip[]): ReturnType<FakeCnabBank['takeRemessas']>;
  /** Closes the day and reads the file. */
  close(): RetornoRead;
  pathOf(name: string): string;
  /** The bank ends without a word, and another process begins in its folder. */
  restart(): BankOfTest;
}

export function bankOfTest(profile: ProfileName, options: Partial<FakeCnabBankOptions> = {}): BankOfTest {
  const directory = mkdtempSync(path.join(tmpdir(), 'vintem-cnab-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return startIn(directory, profile, options);
}

function startIn(directory: string, profile: ProfileName, options: Partial<FakeCnabBankOptions>): BankOfTest {
  let now = new Date('2026-11-17T10:00:00-03:00');
  const bank = startFakeCnabBank({ directory, profile, clock: { now: () => now }, ...options });
  const put = (name: string, content: string) =>
    writeFileSync(path.join(bank.folders.remessa, name), content, 'latin1');
  const pathOf = (name: string) => path.join(bank.folders.retorno, name);
  return {
    bank,
    directory,
    put,
    pathOf,
    setDay(day, time = '10:00:00') {
      now = new Date(`${day}T${time}-03:00`);
    },
    send(...slips) {
      const fileNumber = (bank.remessas().at(-1)?.fileNumber ?? 0) + 1;
      put(`remessa${fileNumber}.rem`, remessa(profile, fileNumber, slips));
      return bank.takeRemessas();
    },
    close() {
      const written = bank.writeRetorno();
      if (!written) throw new Error('nothing happened');
      const read = readRetorno(pathOf(written.name), profile);
      if (read.fileNumber !== written.fileNumber) throw new Error('the file has another number');
      return read;
    },
    restart: () => startIn(directory, profile, options),
  };
}
