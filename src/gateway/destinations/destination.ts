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

/** Nobody can pay by it, and the owner knows it again. */
export type MaskedDestination =
  | { type: 'pix_key'; key_type: string; key: string }
  | {
      type: 'bank_account';
      ispb: string;
      agency: string;
      account: string;
      account_type: string;
      holder_name: string;
      holder_document: string;
    };
