import type { Unknown } from './unknown.ts';

/** Where money is sent to, in clear: only the way to the bank carries it, and nothing keeps it so. */
export type PayoutDestination =
  | { kind: 'pix_key'; keyType: 'cpf' | 'cnpj' | 'email' | 'phone' | 'random'; key: string }
  | {
      kind: 'bank_account';
      /** Eight digits: the bank, as the payment system names it. */
      ispb: string;
      agency: string;
      account: string;
      accountType: 'checking' | 'savings' | 'payment';
      holderName: string;
      holderDocument: string;
    };

export interface PayoutAtAcquirer {
  /** Our own, stored before the call and kept until the bank's last word. */
  reference: string;
}

export interface PayoutRequest extends PayoutAtAcquirer {
  amountCents: number;
  description: string | null;
  destination: PayoutDestination;
  /** Who sends it. */
  sender: { name: string; document: string };
  /** It may have been sent before: that it is refused then says nothing of what became of the first. */
  isRepeat: boolean;
}

/** Money that came back, days later perhaps, in part or whole. */
export interface PayoutReturn {
  /** The bank's own id of it. */
  id: string;
  amountCents: number;
  reason: string | null;
  returnedAt: Date | null;
}

export interface PayoutHolder {
  name: string | null;
  /** Whole, or masked as `***.982.247-**`; null where the bank does not tell. */
  document: string | null;
}

export interface AcquirerPayout {
  reference: string;
  /** REFUSED is the bank's last word: it was not sent and will not be. A return leaves it PAID. */
  status: 'PROCESSING' | 'PAID' | 'REFUSED';
  /** What is or was really sent, even when another amount was asked for. */
  amountCents: number;
  endToEndId: string | null;
  paidAt: Date | null;
  /** In Portuguese where the bank gives one that people can read. */
  reason: string | null;
  /** Nobody has such a key, or no such account exists: asking for it again costs the allowance at the directory. */
  isDestinationDead?: boolean;
  /** Whose account it went to, where the bank tells afterwards. */
  holder?: PayoutHolder | null;
  returns: readonly PayoutReturn[];
}

/** A payout as the bank lists it for a day, ours or of another system that shares the account: one of its names. */
export interface ListedPayout {
  reference: string | null;
  endToEndId: string | null;
  amountCents: number;
}

/** A repeat that was turned away says nothing of the first, but it may say that no other should follow. */
export interface UnknownPayout extends Unknown {
  isDestinationDead?: boolean;
}

export type SentPayout =
  | { outcome: 'found'; payout: AcquirerPayout }
  /**
   * A first send only: the bank has answered that it will not, and, asked, knows of no such payout. The reason is for
   * people, in Portuguese; what the bank answered word by word is for the log.
   */
  | { outcome: 'rejected'; reason: string; answered?: string; isDestinationDead?: boolean }
  | UnknownPayout;

export type QueriedPayout = { outcome: 'found'; payout: AcquirerPayout } | { outcome: 'not_found' } | UnknownPayout;

export type PayoutAnswer = SentPayout | QueriedPayout;

/** Nobody has such a key, or no such account exists, by whatever the bank answered. */
export function isDestinationDead(answer: PayoutAnswer): boolean {
  if (answer.outcome === 'found') return answer.payout.status === 'REFUSED' && answer.payout.isDestinationDead === true;
  return answer.outcome !== 'not_found' && answer.isDestinationDead === true;
}

export type HolderAnswer =
  | { outcome: 'found'; holder: PayoutHolder }
  /** Nobody has that key. */
  | { outcome: 'not_found' }
  | Unknown;

export type ListedPayouts =
  /** Odd items are what cannot be read: money may have left by them. */
  { outcome: 'found'; payouts: readonly ListedPayout[]; isLast: boolean; oddItems?: readonly string[] } | Unknown;

export interface PayoutCapability {
  /**
   * Whether the bank takes our reference as the key of a payout: only then is one that it does not know sent again.
   * Elsewhere an unknown outcome stays held until an operator decides.
   */
  readonly isKeyedByReference: boolean;
  /** A person sends it, so that nobody knows when. */
  readonly isByHand?: boolean;
  send(request: PayoutRequest): Promise<SentPayout>;
  query(payout: PayoutAtAcquirer): Promise<QueriedPayout>;
  /** Whose key it is, asked before anything is sent; absent where the bank names nobody beforehand. */
  holderOf?(destination: PayoutDestination, sender: PayoutRequest['sender']): Promise<HolderAnswer>;
  /** What left the account in a period, for the daily comparison. Pages from 0 on. */
  sent?(question: { from: Date; to: Date; page: number }): Promise<ListedPayouts>;
}
