import type { Account } from './account.ts';
import { Book } from './book.ts';
import { Callbacks } from './callbacks.ts';
import type { Identity } from './certificates.ts';
import { type BankClock, createClock } from './clock.ts';
import { Journal } from './journal.ts';
import { Faults } from './oddities/faults.ts';
import { type Habits, STANDARD_HABITS } from './oddities/habits.ts';
import { Returns } from './returns.ts';
import { Sending } from './sending/sending.ts';
import { Tokens } from './tokens.ts';

/** What every API of the bank has, whatever it serves. */
export interface BankParts {
  clock: BankClock;
  tokens: Tokens;
  faults: Faults;
  journal: Journal;
  accounts: readonly Account[];
}

/** Everything that the routes of the bank share. */
export interface Bank extends BankParts {
  habits: Habits;
  callbacks: Callbacks;
  returns: Returns;
  sending: Sending;
  bookOf(account: Account): Book;
  /** Reads show the state of this moment. */
  readsAsOf(): Date;
}

export interface BankOptions {
  accounts: readonly Account[];
  habits: Partial<Habits>;
  tokenLifeSeconds: number;
  /** Issues what the bank shows to receivers. */
  callbackAuthority: Identity;
}

export function createBank(options: BankOptions): Bank {
  const clock = createClock();
  const habits = { ...STANDARD_HABITS, ...options.habits };
  const callbacks = new Callbacks(options.callbackAuthority, habits);
  const books = new Map(options.accounts.map((account) => [account, new Book(account.pixKeys, clock)]));
  const bookOf = (account: Account): Book => {
    const book = books.get(account);
    if (!book) throw new Error(`no such account: ${account.clientId}`);
    return book;
  };
  return {
    clock,
    habits,
    tokens: new Tokens(clock, options.tokenLifeSeconds),
    faults: new Faults(),
    journal: new Journal(),
    callbacks,
    returns: new Returns(habits, callbacks),
    sending: new Sending(clock, habits, callbacks, bookOf),
    accounts: options.accounts,
    readsAsOf: () => new Date(clock.now().getTime() - habits.readLagMs),
    bookOf,
  };
}
