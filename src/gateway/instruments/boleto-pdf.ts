import { dueFactorOf, parseBarcode } from '../../ground/brazil/boleto.rules.ts';
import type { BoletoDocument } from './boleto-document.ts';
import { drawCompensationSlip, drawCutLine, drawPayerReceipt } from './boleto-pdf-layout.ts';
import { openSheet } from './pdf-sheet.ts';

export type { BoletoDocument } from './boleto-document.ts';

/** The same model always gives the same bytes. */
export async function renderBoletoPdf(model: BoletoDocument): Promise<Buffer> {
  assertConsistent(model);
  const sheet = await openSheet({
    title: `Boleto ${model.documentNumber}`,
    author: model.beneficiary.name,
    subject: `Boleto de cobrança ${model.ourNumber}`,
    createdAt: model.createdAt,
  });
  drawPayerReceipt(sheet, model);
  drawCutLine(sheet);
  drawCompensationSlip(sheet, model);
  return sheet.finish();
}

/** A slip whose printed figures contradict its barcode would be paid by one and reconciled by the other. */
function assertConsistent(model: BoletoDocument): void {
  const parsed = parseBarcode(model.barcode);
  if (!parsed.ok) throw new RangeError(`barcode refused: ${parsed.reason}`);
  if (parsed.barcode.amountCents !== model.amountCents) throw new RangeError('the amount differs from the barcode');
  if (parsed.barcode.dueFactor !== dueFactorOf(model.dueDate))
    throw new RangeError('the due date differs from the barcode');
}
