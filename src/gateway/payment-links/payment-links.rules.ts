import { invalidField } from '../../ground/errors.ts';
import { refuseBelowMinimum } from '../../ground/money/minimum-amount.ts';
import { CHARGE_TYPES, type ChargeType } from '../../rails/acquirers/acquirer.ts';
import type { TermsBody } from '../boleto-terms/terms.schemas.ts';
import { MAX_MONEY_CENTS, MAX_QUANTITY } from '../orders/orders.schemas.ts';
import type { OrderItem, Shipping } from '../payments/payment.ts';
import { type QuantityRange, quantitiesOf, totalOf } from './link-prices.rules.ts';

export const LINK_METHODS = CHARGE_TYPES;
export type LinkMethod = ChargeType;

/** When the page asks for an address: of whoever chooses the boleto, of everybody, of nobody. */
export const ADDRESS_RULES = ['boleto', 'always', 'never'] as const;
export type AddressRule = (typeof ADDRESS_RULES)[number];

/** The last two follow from its time and its counts; nobody sets them. */
export const LINK_STATES = ['ACTIVE', 'DISABLED', 'EXPIRED', 'SOLD_OUT'] as const;
export type LinkState = (typeof LINK_STATES)[number];

export interface OpenAmount {
  min: number;
  max: number;
  suggested: number[];
}

/** What is sold by a link, and on which terms; none of it ever changes. */
export interface LinkOffer {
  items: OrderItem[];
  shipping: Shipping | null;
  /** Null where the items say the price. */
  openAmount: OpenAmount | null;
  /** Null: one. */
  quantity: QuantityRange | null;
}

/** As the merchant wrote them; of boletos through the link. No discounts: their days are fixed, and a link lives on. */
export interface LinkTerms {
  fine: NonNullable<TermsBody['fine']> | null;
  interest: NonNullable<TermsBody['interest']> | null;
  payable_days_after_due: number | null;
}

/** A link and what its payments come to, all of one moment. */
export interface PaymentLink extends LinkTerms {
  id: number;
  public_id: string;
  merchant_id: number;
  company_id: number;
  slug: string;
  title: string;
  description: string | null;
  methods: LinkMethod[];
  items: OrderItem[];
  shipping: Shipping | null;
  open_amount: OpenAmount | null;
  quantity: QuantityRange | null;
  max_payments: number | null;
  stock: number | null;
  expires_at: Date | null;
  due_days: number | null;
  collect_address: AddressRule;
  success_url: string | null;
  inactive_message: string | null;
  metadata: Record<string, string>;
  created_at: Date;
  updated_at: Date;
  state: LinkState;
  open_count: number;
  paid_count: number;
  paid_cents: number;
  /** Null where nothing limits them. */
  payments_left: number | null;
  units_left: number | null;
  /** How many units are held or paid beyond the stock. */
  units_over: number;
}

/** How often it can still be bought, one unit at a time; null without a limit. */
export function remainingOf({ payments_left, units_left }: PaymentLink): number | null {
  if (payments_left === null || units_left === null) return payments_left ?? units_left;
  return Math.min(payments_left, units_left);
}

/** Why nobody can buy so many units of it now; null when somebody can. */
export function whyUnavailable(link: PaymentLink, units: number): Exclude<LinkState, 'ACTIVE'> | null {
  if (link.state !== 'ACTIVE') return link.state;
  const isFull = link.payments_left !== null && link.payments_left < 1;
  return isFull || (link.units_left !== null && link.units_left < units) ? 'SOLD_OUT' : null;
}

/** When a link is looked at: what holds a place of it and what state it is in depend on that. */
export interface LinkTime {
  now: Date;
  /** A boleto that was ordered before holds its place no more. */
  boletosSince: Date;
}

/** What one address holds of a link without having paid. */
export interface Held {
  payments: number;
  units: number;
}

/** Unpaid payments of one address that hold a place of one link. */
export const MAX_HELD_BY_ADDRESS = 3;
/** And it holds at most this part of what is not sold to others or held by them. */
const PART_OF_LEFT = 3;

/**
 * Whether an address has to pay before it may take so many units: nobody sells a link out by ordering alone. One order
 * is always allowed, or the last units could not be bought. Where nothing limits a link there is nothing to hold.
 */
export function holdsTooMuch(link: PaymentLink, held: Held, units: number): boolean {
  const { payments_left, units_left } = link;
  if (payments_left === null && units_left === null) return false;
  if (held.payments >= MAX_HELD_BY_ADDRESS) return true;
  const isBeyond = (left: number | null, own: number, wanted: number, fewest: number) =>
    left !== null && own + wanted > Math.max(fewest, Math.floor((left + own) / PART_OF_LEFT));
  return (
    isBeyond(payments_left, held.payments, 1, 1) || isBeyond(units_left, held.units, units, quantitiesOf(link).min)
  );
}

/** More is paid and held than the link has to sell. */
export function isOversold({ max_payments, open_count, paid_count, units_over }: PaymentLink): boolean {
  return (max_payments !== null && open_count + paid_count > max_payments) || units_over > 0;
}

/** As a merchant may ask for it; a bill's is longer by what is drawn. */
export const ASKED_SLUG = '^[a-z0-9-]{3,40}$';

export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{3,47}$/.test(text);
}

/** A bill for one person: while its payment is open, only its payer is led there. */
export function isBill({ max_payments }: Pick<PaymentLink, 'max_payments'>): boolean {
  return max_payments === 1;
}

/**
 * A link is a bill from the start or never: its address may have been chosen, printed and opened by many, and whoever
 * came first would be its payer.
 */
export function refuseToBecomeBill(
  before: Pick<PaymentLink, 'max_payments'>,
  change: Partial<Pick<PaymentLink, 'max_payments'>>,
): void {
  if (change.max_payments === 1 && !isBill(before))
    throw invalidField('max_payments', 'must not become 1: a bill has an address of its own, so make another link');
}

/** What a schema cannot say about an offer: whatever a payer may choose of it can be paid. */
export function checkOffer(offer: LinkOffer): void {
  const { items, shipping, openAmount, quantity } = offer;
  const isOpen = openAmount !== null;
  if (items.length === 0 && !isOpen) throw invalidField('items', 'must have at least 1 item, or open_amount be given');
  if (items.length > 0 && isOpen) throw invalidField('open_amount', 'cannot be given together with items');
  if (isOpen && quantity) throw invalidField('quantity', 'cannot be given together with open_amount');
  if (quantity && quantity.min > quantity.max) throw invalidField('quantity.min', 'must not be above quantity.max');
  if (openAmount) checkOpenAmount(openAmount, shipping?.price ?? 0);
  else checkPrices(offer);
}

function checkPrices(offer: LinkOffer): void {
  const { min, max } = quantitiesOf(offer);
  refuseBelowMinimum(totalOf(offer, min), 'items');
  if (totalOf(offer, max) > MAX_MONEY_CENTS) throw invalidField('items', `cost more than ${MAX_MONEY_CENTS} in all`);
  if (offer.items.some((item) => item.quantity * max > MAX_QUANTITY))
    throw invalidField('quantity.max', `makes more than ${MAX_QUANTITY} of an item`);
}

function checkOpenAmount({ min, max, suggested }: OpenAmount, shippingCents: number): void {
  if (min > max) throw invalidField('open_amount.min', 'must not be above open_amount.max');
  refuseBelowMinimum(min + shippingCents, 'open_amount.min');
  if (max + shippingCents > MAX_MONEY_CENTS)
    throw invalidField('open_amount.max', `must be at most ${MAX_MONEY_CENTS} with shipping`);
  for (const [index, cents] of suggested.entries()) {
    if (cents < min || cents > max)
      throw invalidField(`open_amount.suggested[${index}]`, `must be from ${min} to ${max}`);
  }
}

/** The items of an order for so many units, or for the amount that the payer wrote. */
export function orderedItems(link: PaymentLink, units: number, amountCents: number | null): OrderItem[] {
  if (amountCents !== null) return [{ name: link.title, quantity: 1, price: amountCents }];
  return link.items.map((item) => ({ ...item, quantity: item.quantity * units }));
}

/** How many units of the link an order of these items takes; what is not made of the link's items takes one. */
export function unitsIn({ items: [offered] }: PaymentLink, [ordered]: readonly OrderItem[]): number {
  if (!offered || !ordered) return 1;
  return Math.max(1, Math.floor(ordered.quantity / offered.quantity));
}
