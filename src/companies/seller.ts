export type PaymentType = 'pix' | 'invoice';

export interface PaymentPlan {
  payment_type: PaymentType;
  enabled: boolean;
  fee_fixed_cents: number;
  fee_basis_points: number;
  fee_on_refund: 'returned' | 'kept';
  settlement_days: number;
  /** Who charges this type for the company; null: the one that the mode has for everybody, if any. */
  acquirer: string | null;
}

/** A plan whose type the company can charge now, and by whom. */
export interface EnabledPlan extends PaymentPlan {
  acquirer: string;
}

export interface PayingCompany {
  id: number;
  merchant_id: number;
  name: string;
  document: string;
  city: string;
}

/** A company that takes part in the split of another's payment. */
export interface PartnerCompany {
  companyId: number;
  merchantId: number;
  companyName: string;
}

/** A participant of every payment of a company. Stored by company, so a revoked token does not take it out. */
export interface StandingParticipant {
  merchantType: 'PRIMARY' | 'SECONDARY';
  type: 'PERCENTAGE' | 'FIXED';
  chargeFee: boolean;
  discountGrossAmount: boolean;
  amountSplit: number;
  /** Null while the company, or its merchant, is not active. */
  company: PartnerCompany | null;
}

/** For whom an order is, and on what terms: all that the rules of an order ask about companies. */
export interface Seller {
  company: PayingCompany;
  /** Of the order's type of payment; null where the company has none. */
  plan: PaymentPlan | null;
  standing: StandingParticipant[];
}
