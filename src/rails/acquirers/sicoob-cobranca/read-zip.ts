import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

/** A day of a large client: what is larger is no file that a bank sends. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 50;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

/**
 * The contents of a ZIP file as text, all together within a limit; null where it is none, or one that cannot be read.
 * Nothing is unpacked to disk, and names are not looked at.
 */
export async function readZip(bytes: Buffer): Promise<string[] | null> {
  try {
    const entries = directoryOf(bytes);
    if (entries === null || entries.length > MAX_FILES) return null;
    const contents: string[] = [];
    let left = MAX_CONTENT_BYTES;
    for (const entry of entries) {
      const content = await unpack(bytes, entry, left);
      if (content === null) return null;
      left -= content.length;
      contents.push(content.toString('utf8'));
    }
    return contents;
  } catch {
    // Offsets that lead out of the file, or bytes that were never compressed.
    return null;
  }
}

interface Entry {
  method: number;
  packedLength: number;
  headerAt: number;
}

function directoryOf(bytes: Buffer): Entry[] | null {
  const from = Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT);
  let end = -1;
  for (let at = bytes.length - END_LENGTH; at >= from && end < 0; at--)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) end = at;
  if (end < 0) return null;
  const count = bytes.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return null;
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packedLength: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    });
    at += ENTRY_LENGTH + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

async function unpack(bytes: Buffer, { method, packedLength, headerAt }: Entry, limit: number): Promise<Buffer | null> {
  if (bytes.readUInt32LE(headerAt) !== LOCAL_HEADER) return null;
  const from = headerAt + LOCAL_LENGTH + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28);
  if (from + packedLength > bytes.length) return null;
  const packed = bytes.subarray(from, from + packedLength);
  if (method === STORED) return packed.length <= limit ? packed : null;
  return method === DEFLATED && limit > 0 ? await inflate(packed, { maxOutputLength: limit }) : null;
}
