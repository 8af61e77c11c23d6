import { buildBarcode, digitableLineOf } from '../../../ground/brazil/boleto.rules.ts';
import type { BoletoInstrument } from '../../acquirers/boleto.ts';
import { type CnabAccount, cnabProfile } from './profiles.rules.ts';

/** What a payer needs, and by what the bank's files name it. */
export interface Slip extends BoletoInstrument {
  sequence: number;
  /** The bank's number without its check digit: a movement of a retorno has the same. */
  ourNumberDigits: string;
}

export interface SlipTerms {
  dueDate: string;
  amountCents: number;
  /** In which the number was given: the counter begins anew with it where the year is part of the number. */
  year: number;
}

export function slipOf(account: CnabAccount, sequence: number, { dueDate, amountCents, year }: SlipTerms): Slip {
  const profile = cnabProfile(account.profile);
  const number = profile.numberOf(account, { sequence, year, amountCents });
  const barcode = buildBarcode({ bankCode: profile.bankCode, dueDate, amountCents, freeField: number.freeField });
  return {
    barcode,
    digitableLine: digitableLineOf(barcode),
    bankCode: profile.bankCode,
    bankName: profile.bankName,
    bankCodeCheckDigit: profile.bankCodeDigit,
    beneficiaryCode: profile.printedBeneficiary(account),
    ourNumber: number.printed,
    wallet: account.wallet,
    ...(account.paymentPlace !== null && { paymentPlace: account.paymentPlace }),
    sequence,
    ourNumberDigits: number.digits,
  };
}

/** The greatest sequence that the bank's numbers have room for. */
export function lastSequence(account: CnabAccount): number {
  return 10 ** cnabProfile(account.profile).sequenceDigits(account) - 1;
}
