import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Others wrote these readers of what we draw. They come from npm, so that the tests need no program of the system. */

const POINTS_PER_INCH = 72;
const CHANNELS = 4;
const { resolve } = createRequire(import.meta.url);
const STANDARD_FONTS = join(dirname(resolve('pdfjs-dist/package.json')), 'standard_fonts/');

/** One page as it would be printed. */
export interface Picture {
  png: Buffer;
  /** Brightness from 0 (black) to 255, for measuring; what we print has no colours. */
  greyRows: Uint8Array[];
}

export interface PdfFacts {
  pages: number;
  widthPoints: number;
  heightPoints: number;
  title: string;
  createdAt: string;
}

let scanner: Promise<unknown> | undefined;

async function loadScanner(): Promise<void> {
  const wasm = await readFile(resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
}

/** Texts of all the QR codes and interleaved barcodes in a picture. */
export async function readSymbols(png: Buffer): Promise<string[]> {
  scanner ??= loadScanner();
  await scanner;
  const found = await readBarcodes(new Uint8Array(png), { formats: ['QRCode', 'ITF'] });
  return found.map(({ text }) => text);
}

async function withDocument<Result>(
  pdf: Buffer,
  use: (document: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const loading = getDocument({ data: new Uint8Array(pdf), standardFontDataUrl: STANDARD_FONTS });
  try {
    return await use(await loading.promise);
  } finally {
    await loading.destroy();
  }
}

export function drawFirstPage(pdf: Buffer, dotsPerInch: number): Promise<Picture> {
  return withDocument(pdf, async (document) => {
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: dotsPerInch / POINTS_PER_INCH });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    // pdfjs has types for browsers; this canvas replaces theirs.
    const canvasContext = context as unknown as Parameters<typeof page.render>[0]['canvasContext'] & object;
    await page.render({ canvas: null, canvasContext, viewport }).promise;
    const { data } = context.getImageData(0, 0, width, height);
    const greyRows = Array.from({ length: height }, (_, y) =>
      Uint8Array.from({ length: width }, (_, x) => data[(y * width + x) * CHANNELS] ?? 0),
    );
    return { png: canvas.toBuffer('image/png'), greyRows };
  });
}

/** The text of the first page, line by line. */
export function textOf(pdf: Buffer): Promise<string> {
  return withDocument(pdf, async (document) => {
    const { items } = await (await document.getPage(1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  });
}

export function factsOf(pdf: Buffer): Promise<PdfFacts> {
  return withDocument(pdf, async (document) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = (await document.getPage(1)).view;
    const info = (await document.getMetadata()).info as { Title: string; CreationDate: string };
    return {
      pages: document.numPages,
      widthPoints: right - left,
      heightPoints: top - bottom,
      title: info.Title,
      createdAt: info.CreationDate,
    };
  });
}
