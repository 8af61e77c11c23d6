import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClock } from '../clock.ts';
import { createCnabControlServer } from './control.routes.ts';
import { keepCustomer } from './customer-file.ts';
import type { FileSeen } from './folders.ts';
import type { RemessaReport } from './remessa/take-remessas.ts';
import { type FakeCnabBank, startFakeCnabBank } from './start-fake-cnab-bank.ts';

const LOOK_EVERY_MS = 500;

export interface CnabByHand {
  bank: FakeCnabBank;
  controlUrl: string;
  acquirerFile: string;
  close(): Promise<void>;
}

export interface CnabByHandOptions {
  directory: string;
  /** May be left out where the folder knows it. */
  profile: string | undefined;
  controlPort: number;
  /** What became of a file that came in, or why the bank could not look. */
  tell(text: string): void;
}

/** The bank, its folders, and the address at which it is steered. */
export async function startCnabByHand(options: CnabByHandOptions): Promise<CnabByHand> {
  const { directory, tell } = options;
  const { profile, account, file } = keepCustomer(directory, options.profile);
  const clock = createClock();
  const bank = startFakeCnabBank({ directory, profile, account, clock });
  const control = createCnabControlServer(bank, clock);
  const controlUrl = await control.listen({ host: '127.0.0.1', port: options.controlPort });
  writeFileSync(path.join(directory, 'control-url'), controlUrl);
  const isStill = stillness();
  const timer = setInterval(() => {
    try {
      bank.passTime();
      for (const report of bank.takeRemessas(isStill)) tell(lineOf(report));
    } catch (error) {
      tell(`the bank could not look into its folders: ${(error as Error).message}`);
    }
  }, LOOK_EVERY_MS);
  return {
    bank,
    controlUrl,
    acquirerFile: file,
    async close() {
      clearInterval(timer);
      await control.close();
    },
  };
}

function lineOf({ name, isTaken, fileNumber, orders, problem }: RemessaReport): string {
  return isTaken ? `${name}: taken, file number ${fileNumber}, orders ${orders}` : `${name}: refused: ${problem}`;
}

/** A file is ready when two looks in a row have seen the same of it: whoever writes it is done. */
function stillness(): (file: FileSeen) => boolean {
  const seen = new Map<string, string>();
  return ({ name, bytes, changedAtMs }) => {
    const now = `${bytes} ${changedAtMs}`;
    const isSame = seen.get(name) === now;
    if (isSame) seen.delete(name);
    else seen.set(name, now);
    return isSame;
  };
}
