import type { PaymentType, Seller } from '../../parties/companies/seller.ts';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';
import type { OrderAddress, OrderItem, Shipping } from '../payments/payment.ts';
import type { ListedParticipant } from '../splits/participants.rules.ts';
import type { Division } from '../splits/split.ts';

/**
 * What somebody wants to be paid, in our own words: whoever let the order in knows where it came from, and
 * nobody below does.
 */
export interface Order {
  seller: Seller;
  /** Those that came with the order; the seller's own come besides. */
  participants: ListedParticipant[];
  paymentType: PaymentType;
  subtotalCents: number;
  totalCents: number;
  customer: OrderCustomer;
  /**
   * False where the customer's data are old or not the merchant's own: an existing record of the customer stays
   * as it is.
   */
  updatesCustomer: boolean;
  items: OrderItem[];
  shipping: Shipping;
  metadata: Record<string, string>;
  paymentLinkId: string | null;
  /** False where somebody at a public page orders. */
  isByMerchant: boolean;
  /** What the merchant calls it. */
  externalId: string | null;
  /** Null: the usual one, for a type of payment that has any. */
  dueDate: string | null;
  /** Fine, interest and discounts of a boleto; null: none. */
  boletoTerms: BoletoTerms | null;
  /** The failed payment that is tried again, and the first one of the order. */
  retry: { of: number; root: number } | null;
}

export interface OrderCustomer {
  document: string;
  name: string;
  email: string;
  phone: string;
  address: OrderAddress | null;
  ip: string | null;
}

/** What the rules make of an order. */
export interface OrderTerms extends Division {
  /** Who makes the PIX code on the slip; null: nobody besides its own acquirer. */
  pixAcquirer: string | null;
  dueDate: string | null;
  expiresAt: Date;
}
