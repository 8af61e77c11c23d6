import { buildDynamicBrCode } from '../../ground/brazil/brcode.rules.ts';
import type { Account } from './account.ts';
import type { Webhook } from './book.ts';
import { type Charge, expirySeconds, type Payment, type Return, reaisOf, type ValueParts } from './charge.rules.ts';

/** What the answers to creating and revising a charge hold; payments are seen by asking for it. */
export function chargeToWire(charge: Charge, account: Account): Record<string, unknown> {
  const { txid, revision, status, createdAt, locationId, location } = charge;
  const { due, ...terms } = charge.terms;
  const criacao = createdAt.toISOString();
  return {
    ...terms,
    ...(due
      ? {
          calendario: { criacao, dataDeVencimento: due.dueDate, validadeAposVencimento: due.daysAfter },
          valor: due.valor,
          recebedor: receiverToWire(account),
        }
      : { calendario: { criacao, expiracao: expirySeconds(terms) } }),
    txid,
    revisao: revision,
    loc: { id: locationId, location, tipoCob: due ? 'cobv' : 'cob', criacao, txid },
    location,
    status,
    pixCopiaECola: buildDynamicBrCode({ url: location, merchantName: account.name, merchantCity: account.city }),
  };
}

function receiverToWire({ cnpj, name, city }: Account): Record<string, unknown> {
  return { cnpj, nome: name, logradouro: 'Rua do Banco, 1', cidade: city, uf: 'SP', cep: '01310100' };
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
  const { endToEndId, txid, amountCents, at, note, parts, returns } = payment;
  return {
    endToEndId,
    txid,
    valor: reaisOf(amountCents),
    componentesValor: partsToWire(parts, amountCents),
    horario: at.toISOString(),
    ...(note === null ? {} : { infoPagador: note }),
    ...(returns.length > 0 ? { devolucoes: returns.map(returnToWire) } : {}),
  };
}

/** Only the parts that there are. */
function partsToWire(parts: ValueParts | undefined, amountCents: number): Record<string, unknown> {
  if (!parts) return { original: { valor: reaisOf(amountCents) } };
  const { original, ...others } = parts;
  const told = Object.entries(others).filter(([, cents]) => cents > 0);
  return Object.fromEntries(
    [['original', original] as const, ...told].map(([name, cents]) => [name, { valor: reaisOf(cents) }]),
  );
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
