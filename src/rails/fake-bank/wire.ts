import { buildDynamicBrCode } from '../../ground/brazil/brcode.rules.ts';
import type { Account } from './account.ts';
import type { Webhook } from './book.ts';
import { type Charge, expirySeconds, type Payment, type Return, reaisOf } from './charge.rules.ts';

/** What the answers to creating and revising a charge hold; payments are seen by asking for it. */
export function chargeToWire(charge: Charge, account: Account): Record<string, unknown> {
  const { txid, revision, status, createdAt, terms, locationId, location } = charge;
  return {
    ...terms,
    calendario: { criacao: createdAt.toISOString(), expiracao: expirySeconds(terms) },
    txid,
    revisao: revision,
    loc: { id: locationId, location, tipoCob: 'cob', criacao: createdAt.toISOString(), txid },
    location,
    status,
    pixCopiaECola: buildDynamicBrCode({ url: location, merchantName: account.name, merchantCity: account.city }),
  };
}

export function chargeWithPayments(charge: Charge, account: Account): Record<string, unknown> {
  const pix = charge.payments.map(paymentToWire);
  return pix.length > 0 ? { ...chargeToWire(charge, account), pix } : chargeToWire(charge, account);
}

export function paymentToWire(payment: Payment): Record<string, unknown> {
  return { ...paymentToCallback(payment), chave: payment.key, pagador: payment.payer };
}

/** A callback does not say which key was paid. */
export function paymentToCallback(payment: Payment): Record<string, unknown> {
  const { endToEndId, txid, amountCents, at, note, returns } = payment;
  return {
    endToEndId,
    txid,
    valor: reaisOf(amountCents),
    componentesValor: { original: { valor: reaisOf(amountCents) } },
    horario: at.toISOString(),
    ...(note === null ? {} : { infoPagador: note }),
    ...(returns.length > 0 ? { devolucoes: returns.map(returnToWire) } : {}),
  };
}

export function returnToWire(item: Return): Record<string, unknown> {
  const { id, rtrId, amountCents, nature, description, requestedAt, settledAt, status, reason } = item;
  return {
    id,
    rtrId,
    valor: reaisOf(amountCents),
    natureza: nature,
    ...(description === null ? {} : { descricao: description }),
    horario: {
      solicitacao: requestedAt.toISOString(),
      ...(settledAt === null ? {} : { liquidacao: settledAt.toISOString() }),
    },
    status,
    ...(reason === null ? {} : { motivo: reason }),
  };
}

export function webhookToWire(webhook: Webhook, key: string, account: Account): Record<string, unknown> {
  return { webhookUrl: webhook.url, chave: key, cnpj: account.cnpj, criacao: webhook.createdAt.toISOString() };
}
