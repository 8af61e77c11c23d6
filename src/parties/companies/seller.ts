import type { ChargeType } from '../../rails/acquirers/acquirer.ts';

export type PaymentType = ChargeType;

export interface PaymentPlan {
  payment_type: PaymentType;
  enabled: boolean;
  fee_fixed_cents: number;
  fee_basis_points: number;
  fee_on_refund: 'returned' | 'kept';
  settlement_days: number;
  /**
   * The name of the acquirer that charges this type for the company; null means the default of the mode, if it has one.
   */
  acquirer: string | null;
}

/** A plan whose type the company can charge now, with the acquirer that charges it. */
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

/**
 * A participant of every payment of a company. It is stored by company, so that revoking a token does not remove it.
 */
export interface StandingParticipant {
  merchantType: 'PRIMARY' | 'SECONDARY';
  type: 'PERCENTAGE' | 'FIXED';
  chargeFee: boolean;
  discountGrossAmount: boolean;
  amountSplit: number;
  /** Null while the company or its merchant is not active. */
  company: PartnerCompany | null;
}

/** The company that an order is for, and its terms: all that the rules of an order ask about companies. */
export interface Seller {
  company: PayingCompany;
  /** The plan for the order's type of payment; null when the company has none. */
  plan: PaymentPlan | null;
  /** Of an invoice: the company's plan for PIX, where it takes PIX, too. A code on the slip is made by it. */
  pixPlan: Pick<PaymentPlan, 'acquirer'> | null;
  standing: StandingParticipant[];
  /** Fine and interest of its boletos are bound to what consumer law allows. */
  hasLateCaps: boolean;
}
