import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressLookup } from '../../../../src/news/webhooks/safe-http/address-lookup.ts';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;
const HEADER_BYTES = 12;

type Zone = Record<string, { a?: string[]; aaaa?: number[]; aaaaBroken?: boolean }>;

const MANY = Array.from({ length: 40 }, (_, index) => `200.160.2.${index}`);
const ZONE: Zone = {
  'both.loja.com.br': { a: ['200.160.2.3', '127.0.0.1'], aaaa: [0x2606, 0x4700, 0, 0, 0, 0, 0, 0x1111] },
  'v4.loja.com.br': { a: ['200.160.2.3'] },
  'v6.loja.com.br': { aaaa: [0x2606, 0x4700, 0, 0, 0, 0, 0, 0x1111] },
  'half.loja.com.br': { a: ['200.160.2.3'], aaaaBroken: true },
  'many.loja.com.br': { a: MANY },
};

/** A name server that can answer two kinds of questions. */
function answer(question: Buffer): Buffer {
  const labels: string[] = [];
  let position = HEADER_BYTES;
  for (let length = question[position] ?? 0; length > 0; length = question[position] ?? 0) {
    labels.push(question.toString('latin1', position + 1, position + 1 + length));
    position += 1 + length;
  }
  const end = position + 5;
  const type = question.readUInt16BE(position + 1);
  const name = ZONE[labels.join('.').toLowerCase()];
  const v4 = (name?.a ?? []).map((address) => Buffer.from(address.split('.').map(Number)));
  const v6 = name?.aaaa ? [Buffer.from(name.aaaa.flatMap((part) => [part >> 8, part & 255]))] : [];
  const records = type === TYPE_A ? v4 : type === TYPE_AAAA ? v6 : [];
  const failure = name === undefined ? NO_SUCH_NAME : type === TYPE_AAAA && name.aaaaBroken ? SERVER_FAILURE : 0;

  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180 | failure, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = records.map((data) => {
    const fields = Buffer.alloc(HEADER_BYTES);
    fields.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
    fields.writeUInt16BE(type, 2);
    fields.writeUInt16BE(1, 4);
    fields.writeUInt32BE(60, 6);
    fields.writeUInt16BE(data.length, 10);
    return Buffer.concat([fields, data]);
  });
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...answers]);
}

describe('the lookup of addresses, against a real name server', () => {
  let server: Socket;
  let lookup: ReturnType<typeof createAddressLookup>;

  beforeAll(async () => {
    server = createSocket('udp4');
    server.on('message', (question, from) => server.send(answer(question), from.port, from.address));
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    lookup = createAddressLookup([`127.0.0.1:${server.address().port}`]);
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('brings every address of both families', async () => {
    expect([...(await lookup('both.loja.com.br'))].sort()).toEqual(['127.0.0.1', '200.160.2.3', '2606:4700::1111']);
  });

  it.each([
    ['v4.loja.com.br', '200.160.2.3'],
    ['v6.loja.com.br', '2606:4700::1111'],
    ['half.loja.com.br', '200.160.2.3'],
  ])('is content with one family: %s', async (name, address) => {
    expect(await lookup(name)).toEqual([address]);
  });

  it('fails for a name that does not exist', async () => {
    await expect(lookup('nobody.loja.com.br')).rejects.toThrow('ENOTFOUND');
  });

  it('fails for a name with more addresses than anyone needs', async () => {
    await expect(lookup('many.loja.com.br')).rejects.toThrow('more than 32');
  });

  it('does not know the hosts file', async () => {
    await expect(lookup('localhost')).rejects.toThrow();
  });
});
