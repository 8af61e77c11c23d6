import { digitableLineOf, formatDigitableLine } from '../../ground/brazil/boleto.rules.ts';
import { formatDocument } from '../../ground/brazil/documents.rules.ts';
import { formatCents, formatLocalDate, isPrintableName } from '../../ground/brazil/printable-text.rules.ts';
import type { BoletoDocument, BoletoParty } from './boleto-document.ts';
import { PAGE_WIDTH, type Sheet } from './pdf-sheet.ts';

/** All measures in millimetres. The slip is 186 wide and 106.5 high, inside the 170-216 by 95-108 that banks accept. */
const LEFT = 12;
const WIDTH = PAGE_WIDTH - 2 * LEFT;
const RIGHT = LEFT + WIDTH;
const SIDE_WIDTH = 48;
const MAIN_WIDTH = WIDTH - SIDE_WIDTH;
const SIDE = LEFT + MAIN_WIDTH;
const PADDING = 1.2;
const HEADER_HEIGHT = 9;
const ROW_HEIGHT = 7.6;
const PARTY_HEIGHT = 11;
const BANK_NAME_WIDTH = 44;
const BANK_CODE_WIDTH = 19;

const RECEIPT_TOP = 19;
const RECEIPT_BODY_HEIGHT = 62;
const CUT_LINE = 172;
const SLIP_TOP = 176;
const SIDE_FIELD_HEIGHT = 5.9;
const PAYER_HEIGHT = 18.2;
/** Fixed by FEBRABAN. */
const BARCODE_WIDTH = 103;
const BARCODE_HEIGHT = 13;
const QUIET_ZONE = 5;
/** As banks print it; larger would gain nothing for a camera. */
const QR_SIDE = 25;
const QR_MARGIN = 4;

const DOCUMENT_KIND = 'DM';
const ACCEPTANCE = 'N';
const CURRENCY = 'R$';
const TEXT = { size: 8 };
const LINE_HEIGHT = 3.6;
/** Seven lines: three discounts, fine, interest, the last day, and that it is not registered yet. */
const INSTRUCTION_HEIGHT = 3.5;
const RECEIPT_VALIDITY =
  'Recibo válido somente com a autenticação mecânica ou acompanhado do comprovante de pagamento.';
const LEFT_BLANK = [
  '(-) Desconto / Abatimento',
  '(-) Outras deduções',
  '(+) Juros / Multa',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
];

export function drawPayerReceipt(sheet: Sheet, model: BoletoDocument): void {
  if (model.notice !== null) {
    sheet.line(model.notice, LEFT, RECEIPT_TOP - 6, WIDTH, { size: 9, bold: true, align: 'center' });
  }
  let y = RECEIPT_TOP;
  drawHeader(sheet, model, y);
  y += HEADER_HEIGHT;
  drawBeneficiary(sheet, model, y);
  y += PARTY_HEIGHT;

  const quarter = MAIN_WIDTH / 3;
  const row = (index: number) => ({ x: LEFT + index * quarter, y, width: quarter, height: ROW_HEIGHT });
  sheet.cell(row(0), 'Nosso número', model.ourNumber);
  sheet.cell(row(1), 'Nº do documento', model.documentNumber);
  sheet.cell(row(2), 'Data do documento', formatLocalDate(model.documentDate));
  sheet.cell(
    { x: SIDE, y, width: SIDE_WIDTH, height: ROW_HEIGHT },
    'Vencimento',
    formatLocalDate(model.dueDate),
    emphasis,
  );
  y += ROW_HEIGHT;

  const payer = { x: LEFT, y, width: MAIN_WIDTH, height: PARTY_HEIGHT + LINE_HEIGHT };
  sheet.frame(payer);
  sheet.label(payer, 'Pagador');
  drawParty(sheet, model.payer, y + 2.6, payer.width);
  sheet.cell(
    { ...payer, x: SIDE, width: SIDE_WIDTH },
    '(=) Valor do documento',
    formatCents(model.amountCents),
    emphasis,
  );
  y += payer.height;

  drawReceiptBody(sheet, model, y);
  y += RECEIPT_BODY_HEIGHT;
  sheet.line(RECEIPT_VALIDITY, LEFT, y + 3.4, MAIN_WIDTH - 10, { size: 6.5, colour: '#333333' });
  sheet.line('Autenticação Mecânica – Recibo do Pagador', SIDE - 10, y + 3.4, SIDE_WIDTH + 10, {
    size: 7,
    align: 'right',
  });
}

export function drawCutLine(sheet: Sheet): void {
  sheet.dashedRule(LEFT, RIGHT, CUT_LINE);
  sheet.line('Corte na linha pontilhada', LEFT, CUT_LINE - 1, WIDTH, { size: 6, align: 'right', colour: '#333333' });
}

export function drawCompensationSlip(sheet: Sheet, model: BoletoDocument): void {
  let y = SLIP_TOP;
  drawHeader(sheet, model, y);
  y += HEADER_HEIGHT;

  sheet.cell({ x: LEFT, y, width: MAIN_WIDTH, height: ROW_HEIGHT }, 'Local de pagamento', model.paymentPlace);
  sheet.cell(
    { x: SIDE, y, width: SIDE_WIDTH, height: ROW_HEIGHT },
    'Vencimento',
    formatLocalDate(model.dueDate),
    emphasis,
  );
  y += ROW_HEIGHT;
  drawBeneficiary(sheet, model, y);
  y += PARTY_HEIGHT;

  drawRow(sheet, y, [
    ['Data do documento', formatLocalDate(model.documentDate), 26],
    ['Nº do documento', model.documentNumber, 44],
    ['Espécie doc.', DOCUMENT_KIND, 18],
    ['Aceite', ACCEPTANCE, 16],
    ['Data do processamento', formatLocalDate(model.processingDate), MAIN_WIDTH - 104],
  ]);
  sheet.cell({ x: SIDE, y, width: SIDE_WIDTH, height: ROW_HEIGHT }, 'Nosso número', model.ourNumber, {
    align: 'right',
  });
  y += ROW_HEIGHT;

  drawRow(sheet, y, [
    ['Uso do banco', '', 26],
    ['Carteira', model.wallet, 22],
    ['Espécie', CURRENCY, 22],
    ['Quantidade', '', 34],
    ['(x) Valor', '', MAIN_WIDTH - 104],
  ]);
  sheet.cell(
    { x: SIDE, y, width: SIDE_WIDTH, height: ROW_HEIGHT },
    '(=) Valor do documento',
    formatCents(model.amountCents),
    emphasis,
  );
  y += ROW_HEIGHT;

  y = drawInstructions(sheet, model, y);
  drawPayer(sheet, model, y);
  drawBarcode(sheet, model, y + PAYER_HEIGHT);
}

const emphasis = { align: 'right', bold: true, shaded: true, size: 9.5 } as const;

/** Bank, its code and the digitable line over a heavy rule. */
function drawHeader(sheet: Sheet, model: BoletoDocument, y: number): void {
  const baseline = y + HEADER_HEIGHT - 2.4;
  const codeX = LEFT + BANK_NAME_WIDTH;
  const lineX = codeX + BANK_CODE_WIDTH;
  sheet.line(model.bankName, LEFT, baseline, BANK_NAME_WIDTH - 2, { size: 13, bold: true });
  sheet.line(model.bankCodeDisplay, codeX, baseline, BANK_CODE_WIDTH, { size: 15, bold: true, align: 'center' });
  const line = formatDigitableLine(digitableLineOf(model.barcode));
  sheet.line(line, lineX + 2, baseline, RIGHT - lineX - 2, { size: 11.5, bold: true, align: 'right' });
  sheet.rule(codeX, y + 1.5, codeX, y + HEADER_HEIGHT, 1.2);
  sheet.rule(lineX, y + 1.5, lineX, y + HEADER_HEIGHT, 1.2);
  sheet.rule(LEFT, y + HEADER_HEIGHT, RIGHT, y + HEADER_HEIGHT, 1.2);
}

function drawBeneficiary(sheet: Sheet, model: BoletoDocument, y: number): void {
  const box = { x: LEFT, y, width: MAIN_WIDTH, height: PARTY_HEIGHT };
  sheet.frame(box);
  sheet.label(box, 'Beneficiário');
  const { beneficiary } = model;
  sheet.line(beneficiary.name, LEFT + PADDING, y + 6, MAIN_WIDTH - 2 * PADDING, {
    size: 8.5,
    tail: documentTail(beneficiary),
  });
  sheet.line(addressOf(beneficiary).join(' - '), LEFT + PADDING, y + 9.5, MAIN_WIDTH - 2 * PADDING, { size: 7.5 });
  const side = { x: SIDE, y, width: SIDE_WIDTH, height: PARTY_HEIGHT };
  sheet.cell(side, 'Agência / Código do beneficiário', model.agencyAccount, { align: 'right' });
}

function drawRow(
  sheet: Sheet,
  y: number,
  cells: readonly (readonly [label: string, value: string, width: number])[],
): void {
  let x = LEFT;
  for (const [label, value, width] of cells) {
    sheet.cell({ x, y, width, height: ROW_HEIGHT }, label, value);
    x += width;
  }
}

/** The statement of the receipt, with the PIX code at its right when the charge has one. */
function drawReceiptBody(sheet: Sheet, model: BoletoDocument, y: number): void {
  const box = { x: LEFT, y, width: WIDTH, height: RECEIPT_BODY_HEIGHT };
  sheet.frame(box);
  sheet.label(box, 'Demonstrativo');
  const textWidth = (model.pixPayload === null ? WIDTH : MAIN_WIDTH) - 4 * PADDING;
  const textBox = { x: LEFT + PADDING, y: y + 4, width: textWidth, height: RECEIPT_BODY_HEIGHT - 6 };
  sheet.paragraphs(model.statement, textBox, TEXT, LINE_HEIGHT);
  if (model.pixPayload === null) return;

  const qrX = SIDE + (SIDE_WIDTH - QR_SIDE) / 2;
  const qrY = y + 8 + QR_MARGIN;
  sheet.rule(SIDE, y, SIDE, y + RECEIPT_BODY_HEIGHT);
  sheet.line('Pague com PIX', SIDE, y + 7.5, SIDE_WIDTH, { size: 10, bold: true, align: 'center' });
  sheet.qrCode(model.pixPayload, qrX, qrY, QR_SIDE);
  const caption = { size: 6.5, align: 'center', colour: '#333333' } as const;
  sheet.line(
    'Aponte a câmera do aplicativo do seu',
    SIDE + PADDING,
    qrY + QR_SIDE + QR_MARGIN + 3,
    SIDE_WIDTH - 2 * PADDING,
    caption,
  );
  sheet.line(
    'banco. Pague por PIX ou pelo boleto,',
    SIDE + PADDING,
    qrY + QR_SIDE + QR_MARGIN + 6,
    SIDE_WIDTH - 2 * PADDING,
    caption,
  );
  sheet.line('nunca pelos dois.', SIDE + PADDING, qrY + QR_SIDE + QR_MARGIN + 9, SIDE_WIDTH - 2 * PADDING, caption);
}

/** Instructions at the left, the five figures the cashier fills in at the right; returns where they end. */
function drawInstructions(sheet: Sheet, model: BoletoDocument, y: number): number {
  const height = LEFT_BLANK.length * SIDE_FIELD_HEIGHT;
  const box = { x: LEFT, y, width: MAIN_WIDTH, height };
  sheet.frame(box);
  sheet.label(box, 'Instruções (texto de responsabilidade do beneficiário)');
  const textBox = { x: LEFT + PADDING, y: y + 4, width: MAIN_WIDTH - 2 * PADDING, height: height - 4.6 };
  sheet.paragraphs(model.instructions, textBox, TEXT, INSTRUCTION_HEIGHT);
  for (const [index, label] of LEFT_BLANK.entries()) {
    sheet.cell({ x: SIDE, y: y + index * SIDE_FIELD_HEIGHT, width: SIDE_WIDTH, height: SIDE_FIELD_HEIGHT }, label, '');
  }
  return y + height;
}

function drawPayer(sheet: Sheet, model: BoletoDocument, y: number): void {
  const box = { x: LEFT, y, width: WIDTH, height: PAYER_HEIGHT };
  sheet.frame(box);
  sheet.label(box, 'Pagador');
  drawParty(sheet, model.payer, y + 2.2, WIDTH);
  const bottom = y + PAYER_HEIGHT - 1.4;
  const guarantor = `Sacador/Avalista: ${model.guarantor?.name ?? ''}`;
  const tail = model.guarantor === null ? '' : documentTail(model.guarantor);
  sheet.line(guarantor, LEFT + PADDING, bottom, MAIN_WIDTH - 2 * PADDING, { size: 7, tail });
  sheet.line('Cód. baixa:', SIDE + PADDING, bottom, SIDE_WIDTH - 2 * PADDING, { size: 7 });
}

/** Name with document, then two lines of address; the document alone where the font has no letters for the name. */
function drawParty(sheet: Sheet, party: BoletoParty, y: number, boxWidth: number): void {
  const [first = '', second = ''] = addressOf(party);
  const width = boxWidth - 2 * PADDING;
  const document = documentTail(party);
  const [name, tail] = isPrintableName(party.name) ? [party.name, document] : [document.replace(/^ - /, ''), ''];
  sheet.line(name, LEFT + PADDING, y + LINE_HEIGHT, width, { size: 8.5, tail });
  sheet.line(first, LEFT + PADDING, y + 2 * LINE_HEIGHT, width, TEXT);
  sheet.line(second, LEFT + PADDING, y + 3 * LINE_HEIGHT, width, TEXT);
}

function drawBarcode(sheet: Sheet, model: BoletoDocument, y: number): void {
  const right = LEFT + QUIET_ZONE + BARCODE_WIDTH + QUIET_ZONE;
  sheet.line('Autenticação Mecânica – Ficha de Compensação', right, y + 3.4, RIGHT - right, {
    size: 7,
    align: 'right',
  });
  sheet.barcode(model.barcode, { x: LEFT + QUIET_ZONE, y: y + 3, width: BARCODE_WIDTH, height: BARCODE_HEIGHT });
}

/** A masked document is printed as it is: its length would take a CPF for a CNPJ. */
const MASKED_CPF = '***.';

function documentTail(party: BoletoParty): string {
  if (party.document === '') return '';
  const isCpf = party.document.length === 11 || party.document.startsWith(MASKED_CPF);
  const kind = isCpf ? 'CPF' : 'CNPJ';
  return ` - ${kind}: ${formatDocument(party.document)}`;
}

function addressOf(party: BoletoParty): readonly string[] {
  return party.addressLines.slice(0, 2).filter((line) => line.trim() !== '');
}
