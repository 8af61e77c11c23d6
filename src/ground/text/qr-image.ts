import { crc32, deflateSync } from 'node:zlib';
import { create } from 'qrcode';

const QUIET_ZONE_MODULES = 4;
const PIXELS_PER_MODULE = 8;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface QrMatrix {
  /** Modules on a side, without the quiet zone. */
  size: number;
  isDark(row: number, column: number): boolean;
}

/**
 * PIX applications expect error correction M: a code that is printed small or shown on a poor screen can still be read.
 */
export function qrMatrixOf(text: string): QrMatrix {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) !== 0 };
}

/** A black-on-white PNG with one bit per pixel, which is all that a QR code needs. */
export function renderQrPng(text: string): Buffer {
  const matrix = qrMatrixOf(text);
  const side = (matrix.size + 2 * QUIET_ZONE_MODULES) * PIXELS_PER_MODULE;
  const bytesPerRow = Math.ceil(side / 8);
  // In 1-bit greyscale a set bit is white; each row is preceded by its filter byte (0, none).
  const pixels = Buffer.alloc(side * (bytesPerRow + 1));
  for (let y = 0; y < side; y += 1) {
    const rowStart = y * (bytesPerRow + 1) + 1;
    const row = Math.floor(y / PIXELS_PER_MODULE) - QUIET_ZONE_MODULES;
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(x / PIXELS_PER_MODULE) - QUIET_ZONE_MODULES;
      if (isInside(matrix, row, column) && matrix.isDark(row, column)) continue;
      const index = rowStart + (x >> 3);
      pixels[index] = (pixels[index] ?? 0) | (0x80 >> (x & 7));
    }
  }

  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8); // bit depth; colour type, compression, filter and interlace stay 0
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

function isInside(matrix: QrMatrix, row: number, column: number): boolean {
  return row >= 0 && column >= 0 && row < matrix.size && column < matrix.size;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
