import { buildBarcode, digitableLineOf } from '../../ground/brazil/boleto.rules.ts';
import { buildDynamicBrCode } from '../../ground/brazil/brcode.rules.ts';
import { type BankAccount, sandboxBank } from '../../ground/brazil/sandbox-bank.rules.ts';
import type { Boleto } from './charge.rules.ts';

/** The account every sandbox boleto is collected into; fictitious like its bank. */
const COLLECTION_ACCOUNT: BankAccount = { agency: '0001', account: '00012347', wallet: '17' };
const PIX_LOCATION_PREFIX = 'pix.sandbox.vintem.dev/qr/v2/';

export function issuePixQrCode(locationId: string, beneficiary: { name: string; city: string }): string {
  return buildDynamicBrCode({
    url: PIX_LOCATION_PREFIX + locationId,
    merchantName: beneficiary.name,
    merchantCity: beneficiary.city,
  });
}

export function issueBoleto(ourNumber: number, dueDate: string, amountCents: number): Boleto {
  const barcode = buildBarcode({
    bankCode: sandboxBank.bankCode,
    dueDate,
    amountCents,
    freeField: sandboxBank.freeFieldOf(COLLECTION_ACCOUNT, ourNumber),
  });
  return {
    barcode,
    digitableLine: digitableLineOf(barcode),
    bankCode: sandboxBank.bankCode,
    bankName: sandboxBank.bankName,
    bankCodeCheckDigit: sandboxBank.bankCodeDisplay.slice(-1),
    beneficiaryCode: sandboxBank.formatAgencyAccount(COLLECTION_ACCOUNT),
    ourNumber: sandboxBank.formatOurNumber(COLLECTION_ACCOUNT, ourNumber),
    wallet: sandboxBank.formatWallet(COLLECTION_ACCOUNT),
  };
}
