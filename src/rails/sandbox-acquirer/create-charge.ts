import { randomBytes } from 'node:crypto';
import { BOLETO_MAX_AMOUNT_CENTS } from '../../ground/brazil/boleto.rules.ts';
import { maskDocument } from '../../ground/brazil/documents.rules.ts';
import type { Boleto, Charge } from './charge.rules.ts';
import { findCharge, type NewCharge, nextOurNumber, type StoredCharge } from './charges.sql.ts';
import type { Deps } from './deps.ts';
import { issueBoleto, issuePixQrCode } from './instrument.rules.ts';
import type { ChargeBody } from './schemas.ts';
import { ServiceError } from './service-error.ts';

/** A payer with this e-mail is always refused: how a merchant tries out a refusal. */
const REFUSED_EMAIL = 'recusado@vintem.dev';

const GENERAL_CHECK_DIGIT_INDEX = 4;
const AMBIGUOUS_CHECK_DIGIT = '1';

/**
 * Safe to repeat: the reference is the identity of the charge. A refusal is stored too, so that its repeat
 * is refused alike.
 */
export async function createCharge(
  deps: Deps,
  reference: string,
  body: ChargeBody,
  refuseOnDemand: boolean,
): Promise<StoredCharge> {
  const refusalReason =
    refuseOnDemand || body.payer.email.toLowerCase() === REFUSED_EMAIL
      ? 'the payer was refused by the risk analysis'
      : null;
  const stored = await deps.storeCharge({
    reference,
    transactionId: `sbx_${randomBytes(16).toString('hex')}`,
    paymentType: body.paymentType,
    amountCents: body.amount,
    status: refusalReason === null ? 'WAITING_PAYMENT' : 'FAILED',
    refusalReason,
    description: body.description,
    payerName: body.payer.name,
    payerDocument: maskDocument(body.payer.document),
    expiresAt: parseInstant(body.expiresAt, 'expiresAt'),
    dueDate: body.dueDate,
    terms: body.terms ?? null,
    ...(await issueInstrument(deps, body, refusalReason !== null)),
    createdAt: await deps.clock.now(),
  });
  if (stored?.isNew) return stored;
  const known = stored?.charge ?? (await findCharge(deps.ordersDb, reference));
  if (!known) throw new Error(`charge ${reference} is neither new nor known`);
  return { charge: sameCharge(known, body), isNew: false };
}

async function issueInstrument(
  deps: Deps,
  body: ChargeBody,
  isRefused: boolean,
): Promise<Pick<NewCharge, 'pixQrCode' | 'boleto'>> {
  if (body.paymentType === 'invoice') {
    if (body.dueDate === null) throw new ServiceError('invalid_request', 'dueDate is required for an invoice');
    if (body.amount > BOLETO_MAX_AMOUNT_CENTS)
      throw new ServiceError('invalid_request', `amount may be at most ${BOLETO_MAX_AMOUNT_CENTS} for an invoice`);
    return { pixQrCode: null, boleto: isRefused ? null : await issueTypoProofBoleto(deps, body.dueDate, body.amount) };
  }
  return {
    pixQrCode: isRefused ? null : issuePixQrCode(randomBytes(16).toString('hex'), body.beneficiary),
    boleto: null,
  };
}

/**
 * The general check digit 1 stands for three remainders, so some mistyped lines would pass with it: numbers that lead
 * to it are left unused. About three in eleven do.
 */
export async function issueTypoProofBoleto(deps: Deps, dueDate: string, amountCents: number): Promise<Boleto> {
  for (;;) {
    const boleto = issueBoleto(await nextOurNumber(deps.ordersDb), dueDate, amountCents);
    if (boleto.barcode[GENERAL_CHECK_DIGIT_INDEX] !== AMBIGUOUS_CHECK_DIGIT) return boleto;
  }
}

function sameCharge(charge: Charge, body: ChargeBody): Charge {
  if (charge.amountCents !== body.amount || charge.paymentType !== body.paymentType) {
    throw new ServiceError('conflict', 'this reference belongs to a charge of another amount or type');
  }
  return charge;
}

/** The format was checked by the schema; 23:59:60 passes there and is no instant here. */
export function parseInstant(text: string, field: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new ServiceError('invalid_request', `${field} is not a point in time`);
  return instant;
}
