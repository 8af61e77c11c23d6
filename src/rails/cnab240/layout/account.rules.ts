import type { TimeOfDay } from '../../../ground/brazil/calendar.rules.ts';

/**
 * How a company's billing is set up at its bank, as the operator's file says. A text that a bank has no use for is ''.
 */
export interface AccountAtBank {
  beneficiary: { name: string; document: string; address: string | null };
  /** Four digits. */
  branch: string;
  branchDigit: string;
  /** As many digits as the bank's accounts have. */
  account: string;
  accountDigit: string;
  /** The convênio, or what the bank calls the code of the beneficiary. */
  agreement: string;
  wallet: string;
  /** The range of numbers that are ours to give, both ends included; of each year where the year is part of them. */
  ourNumberFirst: number;
  ourNumberLast: number;
  /** Banco do Brasil: the variation of the wallet. */
  variation: string;
  /** Santander. */
  transmissionCode: string;
  /** Sicoob and Sicredi. */
  cooperative: string;
  /** Sicredi: who within the cooperative, and who numbers. */
  post: string;
  byte: string;
  /** Sicoob: the client within the cooperative; Itaú: the client's code in its wallets of fifteen digits. */
  client: string;
  /** What its slips say of where to pay; null: what every slip says. */
  paymentPlace: string | null;
  outbox: string | null;
  inbox: string | null;
  sendAt: TimeOfDay | null;
}
