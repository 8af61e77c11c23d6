import { itfBars } from '../../ground/brazil/itf-bars.rules.ts';
import { printableText } from '../../ground/brazil/printable-text.rules.ts';
import { qrMatrixOf } from '../../ground/text/qr-image.ts';

/** Drawing on one A4 page in millimetres; text never leaves the box it is given. */

const POINTS_PER_MM = 72 / 25.4;
export const PAGE_WIDTH = 210;
export const PAGE_HEIGHT = 297;

const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
/** Below this size a printed slip cannot be read: text is cut instead of shrinking further. */
const MIN_FONT_SIZE = 6;
const SHRINK_STEP = 0.25;
const ELLIPSIS = '…';
const LABEL_SIZE = 5.6;
const LABEL_COLOUR = '#333333';
const SHADE_COLOUR = '#ececec';
const INK = '#000000';
const CELL_PADDING = 1.2;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextStyle {
  size: number;
  bold?: boolean;
  align?: 'left' | 'center' | 'right';
  colour?: string;
  /** Follows the text and is never cut: the text gives way to it. */
  tail?: string;
}

export interface SheetInfo {
  title: string;
  author: string;
  subject: string;
  createdAt: Date;
}

/** The library is loaded with the first page: it would take a quarter of what loading the whole service takes. */
export async function openSheet(info: SheetInfo): Promise<Sheet> {
  const { default: PDFDocument } = await import('pdfkit');
  return new Sheet(
    new PDFDocument({
      size: 'A4',
      margin: 0,
      lang: 'pt-BR',
      displayTitle: true,
      info: {
        Title: printableText(info.title),
        Author: printableText(info.author),
        Subject: printableText(info.subject),
        Creator: 'Vintém',
        Producer: 'Vintém',
        // Given by the caller, so that the same model always yields the same bytes.
        CreationDate: info.createdAt,
      },
    }),
  );
}

export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    // Barcode readers need a white ground; without it viewers in dark mode show the bars on grey.
    this.#doc.rect(0, 0, mm(PAGE_WIDTH), mm(PAGE_HEIGHT)).fill('#ffffff');
  }

  finish(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#doc.on('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#doc.on('error', reject);
      this.#doc.end();
    });
  }

  /**
   * One line, shrunk to the minimum size and then cut with an ellipsis until it fits the width; `y` is its baseline.
   */
  line(text: string, x: number, y: number, width: number, style: TextStyle): void {
    const room = mm(width);
    const head = printableText(text);
    const tail = style.tail ?? '';
    this.#useFont(style, style.size);
    for (let size = style.size; size > MIN_FONT_SIZE && this.#doc.widthOfString(head + tail) > room; ) {
      size = Math.max(MIN_FONT_SIZE, size - SHRINK_STEP);
      this.#doc.fontSize(size);
    }
    const shown = tail === '' ? this.#cut(head, room) : this.#cut(head, room - this.#doc.widthOfString(tail)) + tail;
    const slack = room - this.#doc.widthOfString(shown);
    const shift = style.align === 'right' ? slack : style.align === 'center' ? slack / 2 : 0;
    this.#doc
      .fillColor(style.colour ?? INK)
      .text(shown, mm(x) + shift, mm(y), { lineBreak: false, baseline: 'alphabetic' });
  }

  /** Wrapped paragraphs, cut with an ellipsis after the last line that fits the box. */
  paragraphs(texts: readonly string[], box: Box, style: TextStyle, lineHeight: number): void {
    this.#useFont(style, style.size);
    const room = Math.floor(box.height / lineHeight);
    const lines: string[] = [];
    for (const text of texts) {
      // Text that no longer fits is not even wrapped: an order may have a hundred long items.
      if (lines.length > room) break;
      lines.push(...this.#wrap(printableText(text), mm(box.width)));
    }
    const shown = lines.slice(0, room);
    if (lines.length > room && room > 0) shown[room - 1] = this.#cut(`${shown[room - 1]} ${ELLIPSIS}`, mm(box.width));
    for (const [index, text] of shown.entries())
      this.line(text, box.x, box.y + lineHeight * (index + 0.75), box.width, style);
  }

  /** A bordered cell of the slip: its caption above, its value on the bottom line. */
  cell(box: Box, label: string, value: string, style: Partial<TextStyle> & { shaded?: boolean } = {}): void {
    this.frame(box, style.shaded === true);
    this.label(box, label);
    const width = box.width - 2 * CELL_PADDING;
    this.line(value, box.x + CELL_PADDING, box.y + box.height - 1.5, width, { size: 8.5, ...style });
  }

  label(box: Box, label: string): void {
    const width = box.width - 2 * CELL_PADDING;
    this.line(label, box.x + CELL_PADDING, box.y + 2.5, width, { size: LABEL_SIZE, colour: LABEL_COLOUR });
  }

  frame(box: Box, shaded = false): void {
    this.#doc.lineWidth(0.6).rect(mm(box.x), mm(box.y), mm(box.width), mm(box.height));
    if (shaded) this.#doc.fillAndStroke(SHADE_COLOUR, INK);
    else this.#doc.stroke(INK);
  }

  rule(x1: number, y1: number, x2: number, y2: number, points = 0.6): void {
    this.#doc.lineWidth(points).moveTo(mm(x1), mm(y1)).lineTo(mm(x2), mm(y2)).stroke(INK);
  }

  dashedRule(x1: number, x2: number, y: number): void {
    this.#doc
      .save()
      .lineWidth(0.6)
      .dash(3, { space: 2 })
      .moveTo(mm(x1), mm(y))
      .lineTo(mm(x2), mm(y))
      .stroke('#666666')
      .restore();
  }

  /** Interleaved 2 of 5 filling the box; the caller leaves the quiet zones. */
  barcode(digits: string, box: Box): void {
    const { bars, modules } = itfBars(digits);
    const module = mm(box.width) / modules;
    for (const bar of bars)
      this.#doc.rect(mm(box.x) + bar.start * module, mm(box.y), bar.width * module, mm(box.height));
    this.#doc.fill(INK);
  }

  /** QR code filling a square without its quiet zone; one path, so that no hairlines appear between modules. */
  qrCode(text: string, x: number, y: number, side: number): void {
    const matrix = qrMatrixOf(text);
    const module = mm(side) / matrix.size;
    for (let row = 0; row < matrix.size; row += 1) {
      let column = 0;
      while (column < matrix.size) {
        const start = column;
        while (column < matrix.size && matrix.isDark(row, column)) column += 1;
        if (column > start)
          this.#doc.rect(mm(x) + start * module, mm(y) + row * module, (column - start) * module, module);
        else column += 1;
      }
    }
    this.#doc.fill(INK);
  }

  #useFont(style: TextStyle, size: number): void {
    this.#doc.font(style.bold === true ? BOLD : REGULAR).fontSize(size);
  }

  #cut(text: string, room: number): string {
    if (this.#doc.widthOfString(text) <= room) return text;
    const kept = this.#fitting(text, room - this.#doc.widthOfString(ELLIPSIS));
    return text.slice(0, kept).trimEnd() + ELLIPSIS;
  }

  #wrap(text: string, room: number): string[] {
    const lines: string[] = [];
    let rest = text;
    while (this.#doc.widthOfString(rest) > room) {
      const fitting = Math.max(1, this.#fitting(rest, room));
      const blank = rest.lastIndexOf(' ', fitting);
      const end = blank > 0 ? blank : fitting;
      lines.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
    }
    return [...lines, rest];
  }

  /** How many of the first characters fit the width, found by halving. */
  #fitting(text: string, room: number): number {
    let fits = 0;
    let tooMany = text.length + 1;
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (this.#doc.widthOfString(text.slice(0, middle)) <= room) fits = middle;
      else tooMany = middle;
    }
    return fits;
  }
}

function mm(millimetres: number): number {
  return millimetres * POINTS_PER_MM;
}
