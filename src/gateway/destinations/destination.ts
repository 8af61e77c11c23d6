/** Enough for every bank and partner of an establishment; blocked ones count until they are removed. */
export const MOST_DESTINATIONS = 50;
/** For the refund of one payment: a wrong one is entered again. */
export const MOST_OF_REFUND = 5;

export const DESTINATION_STATES = ['ON_HOLD', 'USABLE', 'BLOCKED'] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];

/** Where a company's money may go, as it is stored: people see `masked`, only the way to a bank opens `sealed`. */
export interface Destination {
  id: number;
  merchant_id: number;
  company_id: number;
  kind: 'pix_key' | 'bank_account';
  key_type: 'cpf' | 'cnpj' | 'email' | 'phone' | 'random' | null;
  masked: MaskedDestination;
  sealed: string;
  /** Null where it names no document, as an e-mail does. */
  is_own: boolean | null;
  /** The payment for whose refund alone it was made. */
  refund_of: number | null;
  created_at: Date;
  created_by: string;
  usable_at: Date;
  blocked_at: Date | null;
  block_reason: string | null;
  removed_at: Date | null;
}

/** As the database keeps it: encrypted, and told apart from others without being opened. */
export interface SealedDestination {
  sealed: string;
  fingerprint: Buffer;
}

/** Nobody can pay by it, and the owner knows it again. */
export type MaskedDestination =
  | { type: 'pix_key'; key_type: NonNullable<Destination['key_type']>; key: string }
  | {
      type: 'bank_account';
      ispb: string;
      agency: string;
      account: string;
      account_type: string;
      holder_name: string;
      holder_document: string;
    };
