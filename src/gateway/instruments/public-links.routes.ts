import type { FastifyInstance, FastifyReply } from 'fastify';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { formatCents } from '../../ground/brazil/printable-text.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { isPayersBrowser } from '../payment-links/payer-cookie.ts';
import { isSlugOfLink } from '../payment-links/payment-links.sql.ts';
import { linkUrl } from '../payment-links/payment-links.wire.ts';
import { type PublicAddress, readPublicAddress } from '../payments/addresses.ts';
import { APPROVED, FAILED, REFUNDED } from '../payments/status.rules.ts';
import { createDrawings } from './drawings.ts';
import { maskPayer } from './masked-payer.rules.ts';
import {
  type BoletoPayment,
  type BoletoState,
  findBoletoByPublicToken,
  findBoletoStateAt,
  findQrCodeAt,
} from './public-links.sql.ts';
import { instructionsOf, paymentPlaceOf } from './slip-words.rules.ts';

const SANDBOX_NOTICE = 'AMBIENTE DE TESTES - este boleto não tem valor e não pode ser pago';
/** A printed boleto stays around: one that can no longer be paid says so. */
const OVER_NOTICES: Record<number, string> = {
  [APPROVED]: 'BOLETO JÁ PAGO - não pague novamente',
  [FAILED]: 'BOLETO CANCELADO - não pague',
  [REFUNDED]: 'BOLETO PAGO E DEVOLVIDO - não pague novamente',
};

/** The limit per address; carriers hide thousands of payers behind one address. */
const DRAWINGS_PER_SECOND = 10;
const ANSWERS_PER_SECOND = 100;

/**
 * A payer opens these links without a login. The address cannot be guessed, and it is the only authority; by the one
 * that a link's page leads to, only the payer's own browser sees the payer.
 * Strangers decide how often a link is opened, so each state is drawn once, off the main thread.
 */
export function publicLinkRoutes(app: FastifyInstance, deps: Deps, drawingLimitMs?: number): void {
  const { config, clock } = deps;
  const drawings = createDrawings(() => clock.realNow().getTime(), drawingLimitMs);
  app.addHook('onClose', () => drawings.close());
  const limitAnswers = limitByAddress(app, deps, ANSWERS_PER_SECOND, 'pictures and documents');
  const limitDrawings = limitByAddress(app, deps, DRAWINGS_PER_SECOND, 'new pictures and documents');
  const options = (summary: string) => ({
    config: { isPublic: true },
    onRequest: limitAnswers,
    schema: { tags: ['public'], summary, security: [] },
  });

  app.get('/public/pix/:token/qr.png', options('QR code of a PIX payment, PNG'), async (request, reply) => {
    const { text: path, address } = addressIn(request.params);
    // A code never changes once it is issued, so its key contains no state.
    const png = await drawings.draw(`qr ${path}`, async () => {
      await limitDrawings(request);
      const text = await findQrCodeAt(deps.db, address);
      if (!text) throw new ApiError('TRANSACTION_NOT_FOUND', 'no PIX payment has this link');
      return { kind: 'qr', text };
    });
    return allowOtherSites(reply).type('image/png').header('cache-control', 'public, max-age=60').send(png);
  });

  app.get('/l/:slug/qr.png', options('QR code of a payment link, PNG, to print'), async (request, reply) => {
    const { slug } = request.params as { slug: string };
    const png = await drawings.draw(`link ${slug}`, async () => {
      await limitDrawings(request);
      if (!(await isSlugOfLink(deps.db, slug)))
        throw new ApiError('PAYMENT_LINK_NOT_FOUND', 'no link has this address');
      return { kind: 'qr', text: linkUrl(deps.config.publicUrl, { slug }) };
    });
    return allowOtherSites(reply).type('image/png').header('cache-control', 'public, max-age=60').send(png);
  });

  app.get('/public/boleto/:token/boleto.pdf', options('Boleto, PDF'), async (request, reply) => {
    const { address } = addressIn(request.params);
    const state = await findBoletoStateAt(deps.db, address);
    if (!state) throw new ApiError('TRANSACTION_NOT_FOUND', 'no boleto has this link');
    const { status, public_token: token } = state;
    const isMasked = !address.isWhole && !isPayersBrowser(config, request.headers.cookie, state, clock.realNow());
    const pdf = await drawings.draw(`boleto ${keyOf(state)} ${isMasked ? 'masked' : 'whole'}`, async () => {
      await limitDrawings(request);
      const payment = await findBoletoByPublicToken(deps.db, token);
      if (!payment) throw new ApiError('TRANSACTION_NOT_FOUND', 'no boleto has this link');
      const shown = isMasked ? maskPayer(payment) : payment;
      // Drawn in the state that its key names, even when the payment has just moved on.
      return { kind: 'boleto', document: boletoDocumentOf({ ...shown, status }, config.mode === 'sandbox') };
    });
    return (
      allowOtherSites(reply)
        .type('application/pdf')
        .header('content-disposition', `inline; filename="boleto-${state.order_number}.pdf"`)
        // It may be another in a moment: paid, or gone with the data of its customer.
        .header('cache-control', 'no-store')
        .send(pdf)
    );
  });
}

/** All that a slip shows and that can change after it was issued. */
function keyOf({ public_token, status, barcode, is_registered, has_pix_code }: BoletoState): string {
  return [public_token, status, barcode, is_registered, has_pix_code].join(' ');
}

function addressIn(params: unknown): { text: string; address: PublicAddress } {
  const { token: text } = params as { token: string };
  const address = readPublicAddress(text);
  if (!address) throw new ApiError('TRANSACTION_NOT_FOUND', 'no payment has this link');
  return { text, address };
}

/** Merchants show these on their own pages, which the default headers would forbid. */
function allowOtherSites(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-resource-policy', 'cross-origin');
}

function boletoDocumentOf(payment: BoletoPayment, isSandbox: boolean) {
  const { boleto, company, address } = payment;
  const orderDate = saoPauloDateOf(payment.created_at);
  const slip = { amountCents: payment.amount_cents, dueDate: payment.due_date, terms: payment.boleto_terms };
  return {
    bankName: boleto.bankName,
    bankCodeDisplay: `${boleto.bankCode}-${boleto.bankCodeCheckDigit}`,
    barcode: boleto.barcode,
    paymentPlace: paymentPlaceOf(slip, boleto.paymentPlace),
    dueDate: payment.due_date,
    amountCents: payment.amount_cents,
    agencyAccount: boleto.beneficiaryCode,
    ourNumber: boleto.ourNumber,
    wallet: boleto.wallet,
    documentNumber: payment.order_number,
    documentDate: orderDate,
    processingDate: orderDate,
    beneficiary: {
      name: company.name,
      document: company.document,
      addressLines: [company.address_line, `${company.city} - ${company.state} - ${formatCep(company.zip_code)}`],
    },
    payer: {
      name: payment.customer_name,
      document: payment.customer_document,
      addressLines: address ? payerLines(address) : [],
    },
    guarantor: null,
    instructions: instructionsOf(slip, payment.is_registered),
    statement: statementOf(payment),
    pixPayload: payment.pix_code,
    notice: OVER_NOTICES[payment.status] ?? (isSandbox ? SANDBOX_NOTICE : null),
    createdAt: payment.created_at,
  };
}

function statementOf({ items, shipping }: BoletoPayment): string[] {
  const lines = items.map((item) => `${item.quantity} × ${item.name}: R$ ${formatCents(item.quantity * item.price)}`);
  return shipping.price > 0 ? [...lines, `${shipping.name}: R$ ${formatCents(shipping.price)}`] : lines;
}

function payerLines(address: NonNullable<BoletoPayment['address']>): string[] {
  const street = [address.line_1, address.line_2].filter(Boolean).join(' - ');
  const place = [address.city, address.state, address.zip_code ? formatCep(address.zip_code) : null]
    .filter(Boolean)
    .join(' - ');
  return [street, place].filter((line) => line !== '');
}

function formatCep(zipCode: string): string {
  return zipCode.length === 8 ? `${zipCode.slice(0, 5)}-${zipCode.slice(5)}` : zipCode;
}
