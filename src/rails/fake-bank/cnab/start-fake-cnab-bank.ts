import { type CnabAccount, INVENTED_ACCOUNTS, type ProfileName } from './account.rules.ts';
import { Bank, type CnabClock } from './bank.ts';
import type { TakenRemessa, WrittenRetorno } from './bank-state.rules.ts';
import { Counter, type MovementRequest, type PayRequest, type StrangerRequest } from './counter.ts';
import { type FileSeen, type Folders, makeFolders } from './folders.ts';
import type { CnabHabits } from './habits.rules.ts';
import { PROFILES } from './profiles/profiles.rules.ts';
import { type RemessaReport, takeRemessas } from './remessa/take-remessas.ts';
import type { CnabFault, CnabFaultRequest } from './retorno/faults.ts';
import { PostOffice } from './retorno/post-office.ts';
import type { Title } from './title.rules.ts';

export interface FakeCnabBankOptions {
  /** Its files and its memory: a bank that is started in the same folder goes on. */
  directory: string;
  profile: ProfileName;
  /** What differs from the invented customer of the profile. */
  account?: Partial<CnabAccount>;
  habits?: Partial<CnabHabits>;
  clock: CnabClock;
}

export interface FakeCnabBank {
  profile: ProfileName;
  account: CnabAccount;
  folders: Folders;
  habits: CnabHabits;
  /** Reads what lies in `remessa/`, registers, rejects, and answers in the next retorno. */
  takeRemessas(isReady?: (file: FileSeen) => boolean): RemessaReport[];
  /** The next remessa must have this number, as after a talk with the bank's staff. */
  expectRemessa(fileNumber: number): void;
  titles(): Title[];
  title(key: string): Title | undefined;
  pay(key: string, request?: PayRequest): Title;
  payAfterWriteOff(key: string, request?: Pick<PayRequest, 'day' | 'amountCents'>): Title;
  takeBack(key: string): Title;
  chargeFee(key: string, feeCents: number): Title;
  writeOff(key: string): Title;
  say(key: string, request: MovementRequest): Title;
  addStranger(request: StrangerRequest): void;
  fault(request: CnabFaultRequest): void;
  faults(): CnabFault[];
  clearFaults(): void;
  /** What the clock brought: payments of their day, write-offs by time, files that were waited for or that grow. */
  passTime(): void;
  /** Closes the day: everything since the last retorno goes into a new one. Null when nothing happened. */
  writeRetorno(): WrittenRetorno | null;
  remessas(): TakenRemessa[];
  retornos(): WrittenRetorno[];
}

/** A bank that speaks CNAB 240 by files, for tests and by hand. It never waits: time is what its clock says. */
export function startFakeCnabBank(options: FakeCnabBankOptions): FakeCnabBank {
  const bank = new Bank({
    profile: PROFILES[options.profile],
    account: { ...INVENTED_ACCOUNTS[options.profile], ...options.account },
    folders: makeFolders(options.directory),
    clock: options.clock,
  });
  Object.assign(bank.habits, options.habits);
  const counter = new Counter(bank);
  const postOffice = new PostOffice(bank);
  const { state, faults } = bank;
  return {
    profile: options.profile,
    account: bank.account,
    folders: bank.folders,
    habits: bank.habits,
    takeRemessas: (isReady) => takeRemessas(bank, isReady),
    expectRemessa: (fileNumber) => bank.record({ kind: 'expected', fileNumber }),
    titles: () => [...state.titles.values()],
    title: (key) => bank.findTitle(key),
    pay: (key, request) => counter.pay(key, request),
    payAfterWriteOff: (key, request) => counter.payAfterWriteOff(key, request),
    takeBack: (key) => counter.takeBack(key),
    chargeFee: (key, feeCents) => counter.chargeFee(key, feeCents),
    writeOff: (key) => counter.writeOff(key),
    say: (key, request) => counter.say(key, request),
    addStranger: (request) => counter.addStranger(request),
    fault: (request) => faults.add(request),
    faults: () => faults.waiting(),
    clearFaults: () => faults.clear(),
    passTime() {
      counter.passTime();
      postOffice.passTime();
    },
    writeRetorno() {
      counter.passTime();
      return postOffice.closeDay();
    },
    remessas: () => [...state.remessas],
    retornos: () => [...state.retornos],
  };
}
