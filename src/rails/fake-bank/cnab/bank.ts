import { addDays, rollToBusinessDay, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { CnabAccount } from './account.rules.ts';
import { BankJournal } from './bank-journal.ts';
import { apply, type BankState, type Fact, newState } from './bank-state.rules.ts';
import type { Folders } from './folders.ts';
import { type CnabHabits, habitsOf } from './habits.rules.ts';
import type { Moment } from './movements.rules.ts';
import type { CnabProfile } from './profiles/profile.rules.ts';
import { CnabFaults } from './retorno/faults.ts';
import type { Title } from './title.rules.ts';

export interface CnabClock {
  now: () => Date;
}

/** Everything that the parts of the bank share. */
export class Bank {
  readonly profile: CnabProfile;
  readonly account: CnabAccount;
  readonly folders: Folders;
  readonly habits: CnabHabits;
  readonly faults = new CnabFaults();
  readonly clock: CnabClock;
  readonly state: BankState = newState();
  readonly #journal: BankJournal;

  constructor(options: { profile: CnabProfile; account: CnabAccount; folders: Folders; clock: CnabClock }) {
    this.profile = options.profile;
    this.account = options.account;
    this.folders = options.folders;
    this.clock = options.clock;
    this.habits = habitsOf(options.profile);
    this.#journal = new BankJournal(options.folders.journal);
    const facts = this.#journal.read();
    for (const fact of facts) apply(this.state, fact);
    const [opened] = facts;
    if (opened === undefined) this.record({ kind: 'opened', profile: this.profile.name });
    else if (opened.kind !== 'opened' || opened.profile !== this.profile.name)
      throw new Error(`${options.folders.root} belongs to another bank; give ${this.profile.name} a folder of its own`);
  }

  /** A fact is written down before it counts. */
  record(fact: Fact): void {
    this.#journal.append(fact);
    apply(this.state, fact);
  }

  today(): string {
    return saoPauloDateOf(this.clock.now());
  }

  moment(day = this.today()): Moment {
    return { day, fromClosing: this.state.closings };
  }

  /** By nosso número with or without its digit, or by what the customer calls it. */
  findTitle(key: string): Title | undefined {
    const { titles, numberByReference } = this.state;
    return titles.get(key) ?? titles.get(numberByReference.get(key) ?? '') ?? this.#byNumberAndDigit(key);
  }

  #byNumberAndDigit(key: string): Title | undefined {
    const [, number = '', digit] = /^(.+?)-?(.)$/.exec(key) ?? [];
    const title = this.state.titles.get(number);
    return title?.digit === digit ? title : undefined;
  }
}

/** The last day on which a title can be paid: after it the bank writes it off. */
export function lastDayOf({ dueDate, writeOffDays }: Title): string | null {
  return writeOffDays === null ? null : addDays(rollToBusinessDay(dueDate), writeOffDays);
}
