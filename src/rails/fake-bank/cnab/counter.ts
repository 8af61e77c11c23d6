import { isLocalDate } from '../../../ground/brazil/calendar.rules.ts';
import { ControlError } from '../control.ts';
import { type Bank, lastDayOf } from './bank.ts';
import { dueOn } from './due.rules.ts';
import { feeMovement, paidMovements, plainMovement } from './movements.rules.ts';
import { writeRecord } from './records/layout.rules.ts';
import type { Movement, Title, TitleOnPaper } from './title.rules.ts';

export interface PayRequest {
  /** Today when absent; a later day is waited for. */
  day?: string;
  /** What is due on that day when absent. */
  amountCents?: number;
  /** Told apart by Caixa only. */
  isOnline?: boolean;
  /** Whatever the state of the title: so it is paid twice. */
  isForced?: boolean;
}

export interface StrangerRequest {
  number: string;
  digit?: string;
  amountCents: number;
  reference?: string;
  day?: string;
}

export interface MovementRequest {
  code: string;
  motives?: readonly string[];
  amountCents?: number;
  feeCents?: number;
}

/** By the bank, without anybody's asking; because its time was over. */
const BY_BANK = '09';
const BY_TIME = '13';

/** The hands of payers and of the bank's staff. What they do stands in the next retorno. */
export class Counter {
  readonly #bank: Bank;

  constructor(bank: Bank) {
    this.#bank = bank;
  }

  pay(key: string, request: PayRequest = {}): Title {
    const title = this.#title(key);
    if (!request.isForced && title.status !== 'OPEN')
      throw new ControlError(
        title.status === 'PAID' ? `${title.number} is paid already` : `${title.number} was written off`,
      );
    const day = this.#day(request.day);
    const { amountCents = null } = request;
    if (day > this.#bank.today()) return this.#change({ ...title, payOn: { day, amountCents } }, []);
    return this.#receive(title, day, amountCents, request.isOnline ?? false);
  }

  payAfterWriteOff(key: string, request: Pick<PayRequest, 'day' | 'amountCents'> = {}): Title {
    const title = this.#title(key);
    if (title.status !== 'WRITTEN_OFF') throw new ControlError(`${title.number} was not written off`);
    return this.#receive(title, this.#day(request.day), request.amountCents ?? null, false);
  }

  /** The payment is undone: the title is open again. */
  takeBack(key: string): Title {
    const title = this.#title(key);
    const { codes, name } = this.#bank.profile;
    if (!title.paid) throw new ControlError(`${title.number} was not paid`);
    const code = title.paid.isOnline ? codes.onlineTakenBack : codes.takenBack;
    if (code === null) throw new ControlError(`${name} has no code for money that is taken back`);
    const { amountCents: paidCents } = title.paid;
    const movement = { ...plainMovement(code, title, [], this.#bank.moment()), paidCents, creditedCents: paidCents };
    return this.#change({ ...title, status: 'OPEN', paid: null }, [movement]);
  }

  chargeFee(key: string, feeCents: number): Title {
    const title = this.#title(key);
    return this.#change(title, [feeMovement(title, feeCents, this.#bank.moment(), this.#bank.profile)]);
  }

  writeOff(key: string): Title {
    return this.#writeOff(this.#title(key), BY_BANK);
  }

  /** A line with any code, also one that no paper knows. */
  say(key: string, { code, motives = [], amountCents = 0, feeCents = 0 }: MovementRequest): Title {
    if (!/^\d{2}$/.test(code)) throw new ControlError(`a code has two figures, got "${code}"`);
    const title = this.#title(key);
    const movement = plainMovement(code, title, motives, this.#bank.moment());
    return this.#change(title, [{ ...movement, paidCents: amountCents, creditedCents: amountCents, feeCents }]);
  }

  /** Money for a title that no remessa brought. */
  addStranger({ number, digit = '', amountCents, reference = '', day }: StrangerRequest): void {
    const title: TitleOnPaper = {
      ...{ number, digit, walletCode: '1', document: '', reference, dueDate: this.#day(day), amountCents },
      payer: { type: '0', document: '', name: '' },
    };
    const { profile, habits, account } = this.#bank;
    try {
      writeRecord(profile.segmentT, profile.writeNumber({ number, digit }, account));
    } catch {
      throw new ControlError(`${profile.name} has no such number: ${number}`);
    }
    const paid = { code: profile.codes.paid, title, ...NO_CHANGE, paidCents: amountCents };
    const movements = paidMovements(paid, this.#bank.moment(this.#day(day)), profile, habits);
    this.#bank.record({ kind: 'change', titles: [], movements });
  }

  /** Payers who wait for a day pay on it, and what nobody paid in time is written off. */
  passTime(): void {
    const { habits, state } = this.#bank;
    const today = this.#bank.today();
    for (const title of [...state.titles.values()]) {
      if (title.status !== 'OPEN') continue;
      const lastDay = lastDayOf(title);
      const payOn = title.payOn ?? (habits.paysOnDueDate ? { day: title.dueDate, amountCents: null } : null);
      if (payOn && payOn.day <= today) this.#receive(title, payOn.day, payOn.amountCents, false);
      else if (habits.writesOffByItself && lastDay !== null && lastDay < today) this.#writeOff(title, BY_TIME);
    }
  }

  #receive(title: Title, day: string, amountCents: number | null, isOnline: boolean): Title {
    const { profile, habits } = this.#bank;
    const { codes } = profile;
    if (isOnline && codes.paidOnline === null)
      throw new ControlError(`${profile.name} does not tell payments online apart`);
    const due = dueOn(title, day);
    const paidCents = amountCents ?? due.totalCents;
    const isAsDue = paidCents === due.totalCents;
    const code = title.status === 'WRITTEN_OFF' ? codes.paidAfterWriteOff : isOnline ? codes.paidOnline : codes.paid;
    const movements = paidMovements(
      {
        code: code ?? codes.paid,
        title,
        // Of another amount the bank knows no parts: what is over is called a charge, what is missing has no name.
        chargesCents: isAsDue ? due.fineCents + due.interestCents : Math.max(0, paidCents - title.amountCents),
        discountCents: isAsDue ? due.discountCents : 0,
        abatementCents: isAsDue ? due.abatementCents : 0,
        paidCents,
      },
      this.#bank.moment(day),
      profile,
      habits,
    );
    const paid = { day, amountCents: paidCents, isOnline };
    return this.#change({ ...title, status: 'PAID', paid, payOn: null }, movements);
  }

  #writeOff(title: Title, motive: string): Title {
    if (title.status !== 'OPEN') throw new ControlError(`${title.number} is not open`);
    const movement = plainMovement(this.#bank.profile.codes.writtenOff, title, [motive], this.#bank.moment());
    return this.#change({ ...title, status: 'WRITTEN_OFF' }, [movement]);
  }

  #change(title: Title, movements: Movement[]): Title {
    this.#bank.record({ kind: 'change', titles: [title], movements });
    return title;
  }

  #title(key: string): Title {
    const title = this.#bank.findTitle(key);
    if (!title) throw new ControlError(`no such title: ${key}`);
    return title;
  }

  #day(day: string | undefined): string {
    if (day !== undefined && !isLocalDate(day)) throw new ControlError(`not a day: ${day}`);
    return day ?? this.#bank.today();
  }
}

const NO_CHANGE = { chargesCents: 0, discountCents: 0, abatementCents: 0 };
