import { ApiError, invalidField } from '../../ground/errors.ts';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';
import { checkTerms, readTerms } from '../boleto-terms/terms.rules.ts';
import type { TermsBody } from '../boleto-terms/terms.schemas.ts';
import { quantitiesOf, totalOf } from './link-prices.rules.ts';
import type { LinkMethod, LinkTerms, OpenAmount, PaymentLink } from './payment-links.rules.ts';

/** The terms of a boleto of that total through the link; null: none. Without discounts no day matters. */
export function termsOfLink(
  link: LinkTerms,
  method: LinkMethod,
  totalCents: number,
  today: string,
): BoletoTerms | null {
  if (method !== 'invoice') return null;
  return readTerms({ type: 'invoice', ...bodyOf(link) }, totalCents, today);
}

type Checked = LinkTerms &
  Pick<PaymentLink, 'items' | 'shipping' | 'quantity' | 'methods'> & { open_amount: OpenAmount | null };

/**
 * As an order is checked, for the smallest one that a payer may choose: an amount that is allowed of it is allowed of
 * every other.
 */
export function checkLinkTerms(link: Checked, hasLateCaps: boolean, today: string): void {
  const totalCents = smallestTotalOf(link);
  try {
    const type = link.methods.includes('invoice') ? 'invoice' : 'pix';
    const terms = readTerms({ type, ...bodyOf(link) }, totalCents, today);
    if (terms) checkTerms(terms, { totalCents, dueDate: today, primaryNetCents: totalCents, hasLateCaps });
  } catch (error) {
    throw error instanceof ApiError ? inLink(error) : error;
  }
}

/** The days of a discount are fixed, and a link lives on: silence would sell at another price than was meant. */
export function refuseDiscounts(body: object): void {
  const { discounts } = body as { discounts?: unknown };
  if (discounts === undefined || (Array.isArray(discounts) && discounts.length === 0)) return;
  throw invalidField('discounts', 'are not for payment links: their days are fixed, and a link lives on');
}

type Asked = { [Term in keyof LinkTerms]?: LinkTerms[Term] | undefined };

/** Only what the interface names is stored. */
export function storedTerms({ fine, interest, payable_days_after_due: days }: Asked): LinkTerms {
  const named = (members: Record<string, number | undefined>) =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return {
    fine: fine ? named({ percent: fine.percent, amount: fine.amount }) : null,
    interest: interest
      ? named({ monthly_percent: interest.monthly_percent, daily_amount: interest.daily_amount })
      : null,
    payable_days_after_due: days ?? null,
  };
}

function bodyOf({ fine, interest, payable_days_after_due: days }: LinkTerms): TermsBody {
  return {
    ...(fine ? { fine } : {}),
    ...(interest ? { interest } : {}),
    ...(days === null ? {} : { payable_days_after_due: days }),
  };
}

function smallestTotalOf(link: Checked): number {
  const { open_amount, shipping } = link;
  return open_amount ? open_amount.min + (shipping?.price ?? 0) : totalOf(link, quantitiesOf(link).min);
}

const OF_AN_ORDER = /^payment\./;

/** In an order these fields stand below `payment`. */
function inLink(error: ApiError): ApiError {
  const { field } = error.context;
  if (field === undefined) return error;
  const problem = error.message.slice(field.length + 1).replace('payment.type invoice', 'links that take boletos');
  return invalidField(field.replace(OF_AN_ORDER, ''), problem);
}
