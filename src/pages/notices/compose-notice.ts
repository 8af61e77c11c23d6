import { findNewsOfReceipts } from '../../gateway/alignment/receipts/unknown-receipts.sql.ts';
import { lineOfMask } from '../../gateway/destinations/destination-mask.rules.ts';
import { findDestination } from '../../gateway/destinations/destinations.sql.ts';
import { findDivergenceOfMerchant } from '../../gateway/divergences/divergences.sql.ts';
import { findPaymentOfMerchant } from '../../gateway/payments/payments.sql.ts';
import { formatDocument } from '../../ground/brazil/documents.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { hostOf } from '../../ground/ip-address.ts';
import type { Mail } from '../../ground/mailer.ts';
import { type MailText, mailOf } from '../../ground/text/mail.rules.ts';
import { isEmail } from '../../ground/text/visible-text.rules.ts';
import { findEndpointOfMerchant } from '../../news/webhooks/endpoints/endpoints.sql.ts';
import { listEmailsOfMerchant, listOwnerEmailsOfMerchant } from '../../parties/accounts/users.sql.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import {
  destinationCreated,
  divergenceFound,
  endpointDisabled,
  endpointFailing,
  linkOversold,
  paymentReceipt,
  unknownReceipts,
} from './notice-texts.rules.ts';
import type { Notice } from './notices.sql.ts';

interface Message {
  to: readonly string[];
  says: MailText;
}

/** The mail of a notice as of now; null when it is over, or nobody is left who should know. */
export async function composeNotice(deps: Deps, notice: Notice): Promise<Mail | null> {
  const message = await messageOf(deps, notice);
  // Old rows may hold what is no address today.
  const to = message?.to.filter(isEmail) ?? [];
  if (!message || to.length === 0) return null;
  const domain = hostOf(new URL(deps.config.publicUrl));
  return { ...mailOf(message.says), to, messageId: `<notice-${notice.id}.${notice.since.getTime()}@${domain}>` };
}

function messageOf(deps: Deps, notice: Notice): Promise<Message | null> {
  if (notice.kind === 'payment_receipt') return toPayer(deps, notice);
  return notice.kind === 'destination_created' ? toOwners(deps, notice) : toUsers(deps, notice);
}

/** Told whatever became of it since: whoever adds one and removes it again wants nobody to know. */
async function toOwners({ db, config }: Deps, notice: Notice): Promise<Message | null> {
  const found = await findDestination(db, notice.subject_id);
  const company = found && (await findCompanyOfMerchant(db, notice.merchant_id, found.company_id));
  if (!found || !company) return null;
  const says = destinationCreated({
    destination: lineOfMask(found.masked),
    isForRefund: found.refund_of !== null,
    createdAt: found.created_at,
    createdBy: found.created_by,
    usableAt: found.usable_at,
    companyId: company.id,
    companyName: company.name,
    baseUrl: config.publicUrl,
  });
  return { says, to: await listOwnerEmailsOfMerchant(db, notice.merchant_id) };
}

async function toUsers(deps: Deps, notice: Notice): Promise<Message | null> {
  const says = await saidTo(deps, notice);
  return says && { says, to: await listEmailsOfMerchant(deps.db, notice.merchant_id) };
}

function saidTo(deps: Deps, notice: Notice): Promise<MailText | null> {
  if (notice.kind === 'divergence_found') return divergence(deps, notice);
  if (notice.kind === 'unknown_receipts') return receipts(deps, notice);
  return notice.kind === 'link_oversold' ? oversold(deps, notice) : endpoint(deps, notice);
}

async function oversold({ db, config }: Deps, notice: Notice): Promise<MailText | null> {
  const payment = await findPaymentOfMerchant(db, notice.merchant_id, notice.subject_id);
  if (!payment) return null;
  const { id: paymentId, order_number: orderNumber } = payment;
  return linkOversold({ orderNumber, paymentId, paidAt: notice.since, baseUrl: config.publicUrl });
}

async function endpoint({ db, config }: Deps, notice: Notice): Promise<MailText | null> {
  const found = await findEndpointOfMerchant(db, notice.merchant_id, notice.subject_id);
  if (!found) return null;
  const about = { id: found.id, url: found.url, baseUrl: config.publicUrl };
  if (notice.kind === 'endpoint_failing')
    return isSame(found.failing_since, notice.since) && found.status === 'ACTIVE'
      ? endpointFailing({ ...about, since: notice.since })
      : null;
  return isSame(found.disabled_at, notice.since)
    ? endpointDisabled({ ...about, since: notice.since, reason: found.disabled_reason })
    : null;
}

async function divergence({ db, config }: Deps, notice: Notice): Promise<MailText | null> {
  const found = await findDivergenceOfMerchant(db, notice.merchant_id, notice.subject_id);
  if (!found || found.resolved_at !== null) return null;
  const payment = await findPaymentOfMerchant(db, notice.merchant_id, found.payment_id);
  return (
    payment &&
    divergenceFound({
      orderNumber: payment.order_number,
      paymentId: payment.id,
      detectedAt: found.detected_at,
      baseUrl: config.publicUrl,
    })
  );
}

async function receipts({ db, config }: Deps, notice: Notice): Promise<MailText | null> {
  const news = await findNewsOfReceipts(db, notice.merchant_id, notice.subject_id);
  return news && unknownReceipts({ ...news, baseUrl: config.publicUrl });
}

async function toPayer({ db, config }: Deps, notice: Notice): Promise<Message | null> {
  const payment = await findPaymentOfMerchant(db, notice.merchant_id, notice.subject_id);
  const company = payment && (await findCompanyOfMerchant(db, notice.merchant_id, payment.company_id));
  if (!payment || !company) return null;
  const says = paymentReceipt({
    amountCents: payment.paid_cents ?? payment.amount_cents,
    orderNumber: payment.order_number,
    paymentType: payment.payment_type,
    paidAt: notice.since,
    companyName: company.name,
    companyDocument: formatDocument(company.document),
    pageUrl: `${config.publicUrl}/pay/${payment.public_token}`,
  });
  return { to: [payment.customer_email], says };
}

function isSame(a: Date | null, b: Date): boolean {
  return a !== null && a.getTime() === b.getTime();
}
