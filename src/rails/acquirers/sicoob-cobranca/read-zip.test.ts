import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readZip } from './read-zip.ts';

interface Packed {
  name: string;
  content: Buffer;
  isStored?: boolean;
}

function zipOf(files: readonly Packed[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { name, content, isStored = false } of files) {
    const packed = isStored ? content : deflateRawSync(content);
    const headerAt = locals.reduce((sum, part) => sum + part.length, 0);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    locals.push(Buffer.concat([head, Buffer.from(name), packed]));
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isStored ? 0 : 8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(headerAt, 42);
    directory.push(Buffer.concat([entry, Buffer.from(name)]));
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(locals).length, 16);
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)]);
}

test('files come out as they were packed, whichever way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), isStored: fc.boolean() }), { maxLength: 5 }),
      async (files) => {
        const zip = zipOf(
          files.map(({ text, isStored }, n) => ({ name: `${n}.json`, content: Buffer.from(text), isStored })),
          'made by hand',
        );
        expect(await readZip(zip)).toEqual(files.map(({ text }) => text));
      },
    ),
  );
});

test('a small file that unpacks to more than the limit is refused, alone and together', async () => {
  const half = { name: 'a', content: Buffer.alloc(9 * 1024 * 1024) };
  expect(zipOf([half]).length).toBeLessThan(20_000);
  expect(await readZip(zipOf([half]))).toHaveLength(1);
  expect(await readZip(zipOf([half, half]))).toBeNull();
});

test('any other bytes, and any byte changed, are read or refused, and never throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => void (await readZip(Buffer.from(bytes)))),
  );
  const zip = zipOf([{ name: 'a.json', content: Buffer.from('[1,2,3]') }]);
  for (let at = 0; at < zip.length; at++) {
    const changed = Buffer.from(zip);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    const contents = await readZip(changed);
    expect(contents === null || Array.isArray(contents)).toBe(true);
  }
  expect(await readZip(Buffer.from('not a zip'))).toBeNull();
});
