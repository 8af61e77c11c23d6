import type { PayingCompany } from '../../parties/companies/seller.ts';
import type { ChargeRequest } from '../../rails/acquirers/acquirer.ts';
import type { BoletoTerms, ChargeTerms } from '../../rails/acquirers/boleto.ts';
import { lastPayableDateOf } from '../boleto-terms/figures.rules.ts';
import { chargeTypeOf } from './methods.rules.ts';
import type { Payment } from './payment.ts';

/** What of a payment its acquirer is told. */
type Charged = Pick<
  Payment,
  | 'reference'
  | 'payment_type'
  | 'amount_cents'
  | 'order_number'
  | 'customer_name'
  | 'customer_document'
  | 'customer_email'
  | 'customer_address'
  | 'expires_at'
  | 'due_date'
  | 'boleto_terms'
>;

/** A payment as its acquirer is told of it. */
export function chargeRequestOf(payment: Charged, company: PayingCompany, isRepeat: boolean): ChargeRequest {
  const address = payment.customer_address;
  return {
    reference: payment.reference,
    paymentType: chargeTypeOf(payment.payment_type),
    amountCents: payment.amount_cents,
    description: payment.order_number,
    payer: {
      name: payment.customer_name,
      document: payment.customer_document,
      email: payment.customer_email,
      address: address && {
        line1: address.line_1 ?? null,
        line2: address.line_2 ?? null,
        district: address.district ?? null,
        zipCode: address.zip_code ?? null,
        city: address.city ?? null,
        state: address.state ?? null,
      },
    },
    beneficiary: { name: company.name, document: company.document, city: company.city },
    expiresAt: payment.expires_at,
    dueDate: payment.due_date,
    terms: chargeTermsOf(payment),
    isRepeat,
  };
}

/** Of a boleto, also where it has no terms of its own: a bank is always told until when it may be paid. */
function chargeTermsOf({
  due_date: dueDate,
  boleto_terms: terms,
}: Pick<Payment, 'due_date' | 'boleto_terms'>): ChargeTerms | null {
  if (dueDate === null) return null;
  return { ...(terms ?? NO_TERMS), lastPayableDate: lastPayableDateOf({ dueDate, terms }) };
}

const NO_TERMS: BoletoTerms = { fine: null, interest: null, discounts: [], payableDaysAfterDue: 0 };
