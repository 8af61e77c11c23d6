import type { BoletoDocument } from '../../../src/gateway/instruments/boleto-pdf.ts';
import { instructionsOf, paymentPlaceOf } from '../../../src/gateway/instruments/slip-words.rules.ts';
import { type BarcodeInput, buildBarcode } from '../../../src/ground/brazil/boleto.rules.ts';
import { sandboxBank } from '../../../src/ground/brazil/sandbox-bank.rules.ts';

const ACCOUNT = { agency: '0001', account: '00123456', wallet: '17' };

/** A complete, ordinary slip; the figures given replace its own and flow into the barcode. */
export function sampleBoleto(changes: Partial<BoletoDocument> = {}, ourNumber = 4_271): BoletoDocument {
  const figures: BarcodeInput = {
    bankCode: sandboxBank.bankCode,
    dueDate: changes.dueDate ?? '2026-11-16',
    amountCents: changes.amountCents ?? 1_234_567,
    freeField: sandboxBank.freeFieldOf(ACCOUNT, ourNumber),
  };
  return {
    bankName: sandboxBank.bankName,
    bankCodeDisplay: sandboxBank.bankCodeDisplay,
    barcode: buildBarcode(figures),
    paymentPlace: 'Pagável em qualquer banco até o vencimento',
    dueDate: figures.dueDate,
    amountCents: figures.amountCents,
    agencyAccount: sandboxBank.formatAgencyAccount(ACCOUNT),
    ourNumber: sandboxBank.formatOurNumber(ACCOUNT, ourNumber),
    wallet: sandboxBank.formatWallet(ACCOUNT),
    documentNumber: 'PED-2026-000981',
    documentDate: '2026-11-09',
    processingDate: '2026-11-09',
    beneficiary: {
      name: 'Padaria São João Ltda.',
      document: '11222333000181',
      addressLines: ['Rua da Conceição, 120 - Centro', 'Niterói - RJ - 24020-084'],
    },
    payer: {
      name: 'Antônia Gonçalves de Araújo',
      document: '52998224725',
      addressLines: ['Avenida Paulista, 1000, apto. 42 - Bela Vista', 'São Paulo - SP - 01310-100'],
    },
    guarantor: null,
    instructions: ['Não receber após o vencimento.', 'Dúvidas: fale com o beneficiário.'],
    statement: ['Pedido PED-2026-000981', 'Cesta de pães artesanais, entrega mensal'],
    pixPayload: null,
    notice: null,
    createdAt: new Date('2026-11-09T12:00:00Z'),
    ...changes,
  };
}

/** Every line that terms can put on a slip, on one that its bank has not registered yet. */
export function sampleBoletoWithTerms(changes: Partial<BoletoDocument> = {}): BoletoDocument {
  const slip = {
    amountCents: 9_999_999_999,
    dueDate: '2026-11-16',
    terms: {
      fine: { percentHundredths: 200 },
      interest: { monthlyPercentHundredths: 100 },
      discounts: ['2026-11-11', '2026-11-12', '2026-11-13'].map((until, index) => ({
        until,
        percentHundredths: 1_000 - index,
      })),
      payableDaysAfterDue: 30,
    },
  };
  return sampleBoleto({
    amountCents: slip.amountCents,
    dueDate: slip.dueDate,
    paymentPlace: paymentPlaceOf(slip),
    instructions: instructionsOf(slip, false),
    ...changes,
  });
}
