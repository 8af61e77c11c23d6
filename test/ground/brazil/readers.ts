import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Others wrote these readers of what we draw. They come from npm, so that the tests need no program of the system. */

const POINTS_PER_INCH = 72;
const CHANNELS = 4;
/** PDFium's number for pixels of blue, green, red and one that is not used. */
const BGRX = 3;
const WHITE = 0xff_ff_ff_ff;
const BYTES_PER_UTF16 = 2;
const { resolve } = createRequire(import.meta.url);

/** One page as it would be printed: what a browser calls ImageData. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
  colorSpace: 'srgb';
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
export async function readSymbols(picture: Buffer | Pixels): Promise<string[]> {
  scanner ??= loadScanner();
  await scanner;
  const found = await readBarcodes(Buffer.isBuffer(picture) ? new Uint8Array(picture) : picture, {
    formats: ['QRCode', 'ITF'],
  });
  return found.map(({ text }) => text);
}

let pdfium: Promise<WrappedPdfiumModule> | undefined;

async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const wasm = await readFile(resolve('@embedpdf/pdfium/pdfium.wasm'));
  const library = await init({ wasmBinary: new Uint8Array(wasm).buffer });
  library.PDFiumExt_Init();
  return library;
}

/** Memory of PDFium's own, given back when it has been used. */
function withMemory<Result>(library: WrappedPdfiumModule, bytes: number, use: (address: number) => Result): Result {
  const address = library.pdfium.wasmExports.malloc(bytes);
  try {
    return use(address);
  } finally {
    library.pdfium.wasmExports.free(address);
  }
}

async function withFirstPage<Result>(
  pdf: Buffer,
  use: (library: WrappedPdfiumModule, page: number, document: number) => Result,
): Promise<Result> {
  pdfium ??= loadPdfium();
  const library = await pdfium;
  return withMemory(library, pdf.length, (bytes) => {
    library.pdfium.HEAPU8.set(pdf, bytes);
    const document = library.FPDF_LoadMemDocument(bytes, pdf.length, '');
    if (document === 0) throw new Error(`PDFium cannot read it: error ${library.FPDF_GetLastError()}`);
    const page = library.FPDF_LoadPage(document, 0);
    try {
      return use(library, page, document);
    } finally {
      library.FPDF_ClosePage(page);
      library.FPDF_CloseDocument(document);
    }
  });
}

export function drawFirstPage(pdf: Buffer, dotsPerInch: number): Promise<Pixels> {
  return withFirstPage(pdf, (library, page) => {
    const dots = (points: number) => Math.ceil((points * dotsPerInch) / POINTS_PER_INCH);
    const width = dots(library.FPDF_GetPageWidthF(page));
    const height = dots(library.FPDF_GetPageHeightF(page));
    const length = width * height * CHANNELS;
    const data = withMemory(library, length, (address) => {
      const bitmap = library.FPDFBitmap_CreateEx(width, height, BGRX, address, width * CHANNELS);
      library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
      library.FPDFBitmap_Destroy(bitmap);
      return new Uint8ClampedArray(library.pdfium.HEAPU8.slice(address, address + length));
    });
    return { data, width, height, colorSpace: 'srgb' };
  });
}

/** Brightness from 0 (black) to 255, for measuring; what we print has no colours. Takes longer than drawing. */
export function greyRowsOf({ data, width, height }: Pixels): Uint8Array[] {
  return Array.from({ length: height }, (_, y) =>
    Uint8Array.from({ length: width }, (_, x) => data[(y * width + x) * CHANNELS] ?? 0),
  );
}

/** The text of the first page, line by line. */
export function textOf(pdf: Buffer): Promise<string> {
  return withFirstPage(pdf, (library, page) => {
    const text = library.FPDFText_LoadPage(page);
    const count = library.FPDFText_CountChars(text);
    try {
      return utf16Of(library, (count + 1) * BYTES_PER_UTF16, (address) =>
        library.FPDFText_GetText(text, 0, count, address),
      ).replaceAll('\r\n', '\n');
    } finally {
      library.FPDFText_ClosePage(text);
    }
  });
}

export function factsOf(pdf: Buffer): Promise<PdfFacts> {
  return withFirstPage(pdf, (library, page, document) => {
    const fact = (name: string) =>
      utf16Of(library, library.FPDF_GetMetaText(document, name, 0, 0), (address, bytes) =>
        library.FPDF_GetMetaText(document, name, address, bytes),
      );
    return {
      pages: library.FPDF_GetPageCount(document),
      widthPoints: library.FPDF_GetPageWidthF(page),
      heightPoints: library.FPDF_GetPageHeightF(page),
      title: fact('Title'),
      createdAt: fact('CreationDate'),
    };
  });
}

/** PDFium writes texts into memory, each with a zero at its end. */
function utf16Of(
  library: WrappedPdfiumModule,
  bytes: number,
  write: (address: number, bytes: number) => unknown,
): string {
  return withMemory(library, bytes, (address) => {
    write(address, bytes);
    const written = Buffer.from(library.pdfium.HEAPU8.slice(address, address + bytes));
    return written.toString('utf16le').split('\0')[0] ?? '';
  });
}
