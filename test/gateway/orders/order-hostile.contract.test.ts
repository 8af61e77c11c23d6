import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectRefusal, invalid, storedRows, withValue } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

// Whatever these tests send, nothing is stored and the service keeps running.
let before: Awaited<ReturnType<typeof storedRows>>;
beforeEach(async () => {
  before = await storedRows(gateway);
});
afterEach(async () => {
  expect(await storedRows(gateway)).toEqual(before);
  expect((await gateway.call('GET', '/healthz')).status).toBe(200);
});

const orderRaw = (rawBody: string | Buffer, headers: Record<string, string> = {}) =>
  gateway.call('POST', '/payments/order', { token: gateway.token, rawBody, headers });
const withFirst = (member: string) => JSON.stringify(orderBody()).replace('{', () => `{${member},`);

/** Sends bytes as they are, with only the given headers. */
function send(headers: Record<string, string>, chunks: Buffer[]): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const call = request(
      { hostname, port, method: 'POST', path: '/payments/order', headers, agent: false },
      async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part);
        const text = Buffer.concat(parts).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(),
          body: text === '' ? null : JSON.parse(text),
        });
      },
    );
    // The service may answer and hang up before all is sent; only silence is a failure.
    call.on('error', reject);
    for (const chunk of chunks) call.write(chunk);
    call.end();
  });
}

describe('[errors: one body] text that cannot be stored', () => {
  const TEXTS = [
    'access_token',
    'payment_link_id',
    'external_id',
    'customer.name',
    'customer.email',
    'customer.document',
    'customer.ip',
    'customer.phone.country_code',
    'customer.phone.area_code',
    'customer.phone.number',
    'customer.address.line_1',
    'customer.address.line_2',
    'customer.address.zip_code',
    'customer.address.city',
    'customer.address.state',
    'customer.address.country',
    'items[0].name',
    'payment.type',
    'payment.due_date',
    'shipping.name',
    'metadata.chave',
  ];
  it.each(TEXTS)('is refused by name in %s', async (path) => {
    for (const text of ['a\0b', '\0', 'a\ud800', '\udc00b', '\udfff\ud800']) {
      expectError(await gateway.post('/payments/order', withValue(boletoBody(), path, text)), invalid(path));
    }
  });

  it.each(['', 'customer.', 'customer.phone.', 'customer.address.', 'items[0].', 'payment.', 'shipping.', 'metadata.'])(
    'is refused in a key of %j, whatever its value',
    async (prefix) => {
      for (const key of ['a\0b', '\ud800', 'x\udc00']) {
        for (const value of ['v', 1, {}])
          expectRefusal(await gateway.post('/payments/order', withValue(orderBody(), prefix + key, value)));
      }
    },
  );

  it('is refused in fields nobody knows, however deep', async () => {
    for (const value of ['a\0b', ['\ud800'], { a: [{ b: '\0' }] }, { 'a\0': 1 }]) {
      expectRefusal(await gateway.post('/payments/order', orderBody({ note: value })));
    }
  });
});

describe('[errors: one body] bodies that are no order', () => {
  it.each([
    ...[
      '',
      ' ',
      '{',
      '}',
      '[',
      ']',
      '{}',
      '[]',
      '[{}]',
      'null',
      'true',
      '0',
      '"text"',
      'nul',
      'NaN',
      'undefined',
      '{"a":1,}',
      "{'a':1}",
    ],
    ...[
      '{"a":1}x',
      '{"a":1}{"a":1}',
      '{"a":',
      '{"a":"\\x"}',
      '{"a":"\n"}',
      '{a:1}',
      '\0',
      '\ufeff',
      '// x',
      '{"total":01}',
      '{"total":+1}',
    ],
  ])('refuses %j', async (rawBody) => expectError(await orderRaw(rawBody), { status: 400, code: 'VALIDATION_ERROR' }));

  it('refuses a list with a good order in it', async () => {
    expectError(await orderRaw(JSON.stringify([orderBody()])), { status: 400, code: 'VALIDATION_ERROR' });
  });

  it('refuses a good order cut off anywhere', async () => {
    const whole = JSON.stringify(orderBody());
    const cuts = Array.from({ length: 20 }, (_, n) => Math.floor((whole.length * n) / 20));
    for (const answer of await Promise.all(cuts.map((end) => orderRaw(whole.slice(0, end))))) {
      expectError(answer, { status: 400, code: 'VALIDATION_ERROR' });
    }
  });

  it('refuses a compressed body it did not ask for', async () => {
    expectRefusal(await orderRaw(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), { 'content-encoding': 'gzip' }));
  });
});

describe('[errors: one body] keys that poison objects', () => {
  it.each([
    '"__proto__":{"total":1}',
    '"__proto__":null',
    '"\\u005f_proto__":{"polluted":true}',
    '"constructor":{"prototype":{"polluted":true}}',
    '"note":{"__proto__":{"polluted":true}}',
    '"note":[{"constructor":{"prototype":{"polluted":true}}}]',
    '"metadata":{"__proto__":"x"}',
  ])('refuses %s', async (member) => {
    expectRefusal(await orderRaw(withFirst(member)));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('does not take inherited members for fields', async () => {
    expectError(await orderRaw('{}'), invalid('access_token'));
    expectError(await orderRaw('{"toString":1,"valueOf":{},"hasOwnProperty":null}'), invalid('access_token'));
  });
});

describe('[errors: one body] nesting', () => {
  const LEVELS = 100_000;
  const lists = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
  it.each(['access_token', 'customer', 'items', 'payment', 'total', 'metadata'])(
    'refuses 100,000 levels as %s',
    async (field) => {
      const body = JSON.stringify(orderBody({ [field]: '@here@' })).replace('"@here@"', lists);
      const answer = await orderRaw(body);
      expectRefusal(answer);
      expect(answer.body.field).toContain(field);
    },
  );

  it('refuses 100,000 levels as the body, closed or not', async () => {
    expectRefusal(await orderRaw(lists));
    expectRefusal(await orderRaw('['.repeat(LEVELS * 2)));
    expectRefusal(await orderRaw(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`));
  });

  it('refuses a NUL at the bottom of 60,000 levels', async () => {
    expectRefusal(await orderRaw(withFirst(`"note":${'['.repeat(60_000)}"\\u0000"${']'.repeat(60_000)}`)));
  });
});

describe('[coercion] only application/json is read', () => {
  const UNSUPPORTED = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' };
  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-stream',
    'application/json-patch+json',
    'application/ld+json',
    'application/jsonp',
    'application/json2',
    'text/plain; application/json',
    'json',
  ])('refuses %s', async (type) => {
    expectError(await orderRaw(JSON.stringify(orderBody()), { 'content-type': type }), UNSUPPORTED);
  });

  it('refuses a body without a type', async () => {
    const body = Buffer.from(JSON.stringify(orderBody()));
    const headers = { authorization: `Bearer ${gateway.token}` };
    expectError(await send({ ...headers, 'content-length': String(body.length) }, [body]), UNSUPPORTED);
  });

  it('names the missing body where there is neither type nor body', async () => {
    expectError(await send({ authorization: `Bearer ${gateway.token}` }, []), {
      status: 400,
      code: 'VALIDATION_ERROR',
    });
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'])(
    'reads %s',
    async (type) => {
      // The token is bad: the body is read and understood, yet nothing is stored.
      const body = JSON.stringify(orderBody({ access_token: 'est_unknown' }));
      expectError(await orderRaw(body, { 'content-type': type }), { status: 403, code: 'ACCESS_TOKEN_INVALID' });
    },
  );
});

describe('[creating: limits] bodies above 256 KiB', () => {
  const TOO_LARGE = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
  it.each([
    ['one long text', JSON.stringify(orderBody({ note: 'x'.repeat(1 << 20) }))],
    ['a million items', JSON.stringify(orderBody({ items: Array(100_000).fill(1) })).padEnd(1 << 20, ' ')],
    ['blanks after a good order', JSON.stringify(orderBody()).padEnd(1 << 20, ' ')],
    ['no JSON at all', 'x'.repeat(1 << 20)],
  ])('are refused: %s', async (_, rawBody) => expectError(await orderRaw(rawBody), TOO_LARGE));

  it('are refused when no length is told beforehand', async () => {
    const headers = {
      authorization: `Bearer ${gateway.token}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    };
    const chunk = Buffer.from(JSON.stringify(orderBody()).padEnd(64 * 1024, ' '));
    expectError(await send(headers, Array(5).fill(chunk)), TOO_LARGE);
  });
});

describe('[errors: one body] addresses', () => {
  it.each(['/payments/order/', '/payments', '/payments/order/1', '/Payments/Order', '//payments/order', '/'])(
    '%s is no route',
    async (path) => {
      const answer = await gateway.post(path, orderBody());
      expectError(answer, { status: 404, code: 'ROUTE_NOT_FOUND' });
    },
  );

  it.each(['/transactions/%', '/transactions/%zz', '/transactions/%E0%A4', '/%', '/public/pix/%/qr.png'])(
    '%s is refused',
    async (path) => expectRefusal(await gateway.get(path)),
  );

  it.each(['PUT', 'PATCH', 'DELETE'])('%s of an order is no route', async (method) =>
    expectError(await gateway.call(method, '/payments/order', { token: gateway.token, body: {} }), {
      status: 404,
      code: 'ROUTE_NOT_FOUND',
    }),
  );
});
