import type {
  AcquirerPayout,
  HolderAnswer,
  PayoutDestination,
  PayoutRequest,
  QueriedPayout,
  SentPayout,
} from '../../../src/rails/acquirers/payout.ts';
import { unreadable } from '../../../src/rails/acquirers/unknown.ts';
import type { SimClock } from '../clock.ts';
import type { AcquirerFaults } from '../faults.ts';
import type { Random } from '../random.ts';
import { BANK, type Issuer, SIMULATED } from './acquirer-charge.ts';
import { LaggingReads } from './lagging-reads.ts';

/** Money that left, or was to leave; one for each time that somebody was told to send it. */
export interface SimPayout extends Omit<AcquirerPayout, 'returns'> {
  issuer: Issuer;
  status: 'PROCESSING' | 'PAID' | 'REFUSED';
  returns: { id: string; amountCents: number; reason: string | null; returnedAt: Date | null }[];
}

/** Keys with this name are somebody else's. */
export const STRANGERS_KEY = 'outra@pessoa.example';

type Tell = (issuer: Issuer, reference: string, fate: 'may be lost' | 'arrives') => void;

/** The accounts that payouts leave from. One acquirer takes our reference as its key, the other only sends. */
export class SimPayoutBank {
  readonly payouts: SimPayout[] = [];
  readonly shown: LaggingReads<AcquirerPayout>;
  readonly #random: Random;
  readonly #clock: SimClock;
  readonly #tell: Tell;

  constructor(random: Random, clock: SimClock, tell: Tell) {
    this.#random = random;
    this.#clock = clock;
    this.#tell = tell;
    this.shown = new LaggingReads(random, clock);
  }

  isKeyed(issuer: Issuer): boolean {
    return issuer === SIMULATED;
  }

  knows(reference: string): boolean {
    return this.payouts.some((payout) => payout.reference === reference);
  }

  send(issuer: Issuer, { reference, amountCents, isRepeat }: PayoutRequest, faults: AcquirerFaults): SentPayout {
    const known = this.payouts.find((payout) => payout.reference === reference);
    if (known && this.isKeyed(issuer)) return { outcome: 'found', payout: reportOf(known) };
    const isRefused = this.#random.chance(faults.refundRefused / 2);
    if (isRefused && !isRepeat && this.#random.chance(0.5)) return { outcome: 'rejected', reason: 'at the door' };
    const payout: SimPayout = {
      issuer,
      reference,
      status: isRefused ? 'REFUSED' : 'PROCESSING',
      amountCents,
      endToEndId: null,
      paidAt: null,
      reason: isRefused ? 'refused' : null,
      returns: [],
    };
    this.payouts.push(payout);
    if (!isRefused && !this.#random.chance(faults.refundProcessing)) this.#pay(payout);
    this.#changed(payout, 'may be lost');
    return { outcome: 'found', payout: reportOf(payout) };
  }

  query(issuer: Issuer, reference: string, lagMs: number): QueriedPayout {
    const known = this.payouts.find((payout) => payout.reference === reference && payout.issuer === issuer);
    if (!known) return { outcome: 'not_found' };
    const { shown, isOdd } = this.shown.read(reference, lagMs);
    if (isOdd) return unreadable('valor');
    return shown ? { outcome: 'found', payout: shown } : { outcome: 'not_found' };
  }

  holderOf(destination: PayoutDestination, sender: PayoutRequest['sender']): HolderAnswer {
    const isStranger = destination.kind === 'pix_key' && destination.key === STRANGERS_KEY;
    return { outcome: 'found', holder: { name: null, document: isStranger ? '00000000000191' : sender.document } };
  }

  /** One that took its time ends, one way or the other. */
  settle(payout: SimPayout, isRefused: boolean): void {
    if (payout.status !== 'PROCESSING') return;
    if (isRefused) Object.assign(payout, { status: 'REFUSED', reason: 'refused later' });
    else this.#pay(payout);
    this.#changed(payout, 'may be lost');
  }

  /** Part of it comes back, or all that is left. */
  giveBack(payout: SimPayout, part: number): number {
    const left = leftOf(payout);
    const amountCents = Math.ceil(left * part);
    if (payout.status !== 'PAID' || amountCents === 0) return 0;
    const id = `D ${payout.reference} ${payout.returns.length + 1}`;
    payout.returns.push({ id, amountCents, reason: 'account closed', returnedAt: this.#clock.businessNow() });
    this.#changed(payout, 'arrives');
    return amountCents;
  }

  #pay(payout: SimPayout): void {
    payout.status = 'PAID';
    payout.paidAt = this.#clock.businessNow();
    payout.endToEndId = `E ${payout.reference} ${this.payouts.length}`;
  }

  #changed(payout: SimPayout, fate: 'may be lost' | 'arrives'): void {
    this.shown.write(payout.reference, reportOf(payout));
    this.#tell(payout.issuer, payout.reference, fate);
  }
}

export function leftOf({ amountCents, returns }: Pick<SimPayout, 'amountCents' | 'returns'>): number {
  return amountCents - returns.reduce((sum, one) => sum + one.amountCents, 0);
}

function reportOf({ issuer: _, ...payout }: SimPayout): AcquirerPayout {
  return { ...payout, returns: [...payout.returns] };
}

/** By which companies pay out; mostly by the one that must not be told twice. */
export const PAYING: readonly Issuer[] = [SIMULATED, BANK, BANK];
