import { crc32, deflateRawSync } from 'node:zlib';

const VERSION = 20;
const DEFLATED = 8;

/** A ZIP archive of one file, as small programs write it. */
export function zipOf(name: string, content: string): Buffer {
  const bytes = Buffer.from(content, 'utf8');
  const packed = deflateRawSync(bytes);
  const file = Buffer.from(name, 'utf8');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(DEFLATED, 4);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, file, packed]);
  const versionMadeBy = Buffer.from([VERSION, 0]);
  const rest = Buffer.alloc(14);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), versionMadeBy, common, rest, file]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}
