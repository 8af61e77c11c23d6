import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  expectError,
  expectNothingStored,
  invalid,
  saoPauloDay,
  withoutValue,
  withValue,
} from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody, orderOf } from '../../support/orders.ts';

let gateway: TestGateway;
/** A gateway on the same database that checks the check digits of documents. */
let strict: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  strict = await startTestGateway({ DOCUMENT_CHECK: 'strict' }, gateway.database);
});
afterAll(async () => {
  await strict.close();
  await gateway.close();
});

const order = (body: unknown) => gateway.post('/payments/order', body);

describe('', () => {
  it.each(['credit', 'debit', 'boleto', 'PIX', 'Pix', 'billet', 'pix ', 'credit_card', 'toString'])(
    'refuses the type %s',
    (type) =>
      expectNothingStored(gateway, async () => {
        expectError(await order(orderBody({ payment: { type, installments: 1 } })), invalid('payment.type'));
      }),
  );

  it.each([0, 2, 12, 1.5, -1])('refuses %d installments', (installments) =>
    expectNothingStored(gateway, async () => {
      for (const type of ['pix', 'invoice']) {
        expectError(await order(orderBody({ payment: { type, installments } })), invalid('payment.installments'));
      }
    }),
  );

  it('refuses a type that the establishment does not offer', async () => {
    const { db } = gateway.database;
    const setEnabled = (enabled: boolean) =>
      db.query(
        `UPDATE company_payment_plans SET enabled = $1 WHERE payment_type = 'pix'
         AND company_id = (SELECT id FROM companies WHERE name = 'Marketplace Demo')`,
        [enabled],
      );
    await setEnabled(false);
    const disabled = { status: 400, code: 'PAYMENT_TYPE_NOT_ENABLED', field: 'payment.type' };
    await eventually(async () =>
      expectError(await order(orderBody({ access_token: 'est_demo_marketplace' })), disabled),
    );
    await expectNothingStored(gateway, async () =>
      expectError(await order(orderBody({ access_token: 'est_demo_marketplace' })), disabled),
    );
    expect((await order(boletoBody({ access_token: 'est_demo_marketplace' }))).status).toBe(200);
    await setEnabled(true);
  });
});

describe('[creating: due_date]', () => {
  const withDueDate = (due_date: unknown, type = 'invoice') =>
    orderBody({ payment: { type, installments: 1, due_date } });

  it.each([
    ['today', 0],
    ['tomorrow', 1],
    ['in 180 days', 180],
  ])('takes %s', async (_, days) => {
    const answer = await order(withDueDate(saoPauloDay(days)));
    expect(answer).toMatchObject({ status: 200, body: { transaction: { due_date: saoPauloDay(days) } } });
  });

  it('is three days from today when left out', async () => {
    expect((await order(boletoBody())).body.transaction.due_date).toBe(saoPauloDay(3));
  });

  it.each([
    ['yesterday', saoPauloDay(-1)],
    ['in 181 days', saoPauloDay(181)],
    ['a day that does not exist', `${Number(saoPauloDay().slice(0, 4)) + 1}-02-30`],
    ['a month that does not exist', `${Number(saoPauloDay().slice(0, 4)) + 1}-13-01`],
    ['the year zero', '0000-01-01'],
    ['a date without zeros', '2027-1-5'],
    ['the Brazilian way', '05/01/2027'],
    ['a date-time', `${saoPauloDay(5)}T00:00:00Z`],
    ['an empty text', ''],
    ['a word', 'amanhã'],
  ])('refuses %s', (_, dueDate) =>
    expectNothingStored(gateway, async () =>
      expectError(await order(withDueDate(dueDate)), invalid('payment.due_date')),
    ),
  );

  it('is refused on a PIX payment', () =>
    expectNothingStored(gateway, async () =>
      expectError(await order(withDueDate(saoPauloDay(5), 'pix')), invalid('payment.due_date')),
    ));
});

describe('[creating: documents]', () => {
  const withDocument = (document: string) => withValue(orderBody(), 'customer.document', document);
  const RIGHT = { CPF: '52998224725', CNPJ: '11222333000181', 'CNPJ with letters': '12ABC34501DE35' };
  const WRONG_DIGITS = ['52998224724', '11111111111', '00000000000', '11222333000180', '12ABC34501DE36'];
  const ILL_FORMED = [
    '529.982.247-25',
    '5299822472',
    '529982247250',
    '1122233300018',
    '112223330001810',
    'ABCDEFGHIJK',
  ];
  const ILL_FORMED_LETTERS = [
    '12abc34501de35',
    '12ABC34501DEA5',
    '12.ABC.345/01DE-35',
    '５２９９８２２４７２５',
    ' 52998224725',
    '52998224725\n',
  ];

  it.each(Object.entries(RIGHT))('takes a %s, and gives it back as it is', async (_, document) => {
    for (const process of [gateway, strict]) {
      const answer = await process.post('/payments/order', withDocument(document));
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      const details = await process.get(`/transactions/${answer.body.transaction.id}`);
      expect(details.body.customer.document).toBe(document);
    }
  });

  it.each(WRONG_DIGITS)('looks at the check digits of %s only when told to be strict', async (document) => {
    expect((await order(withDocument(document))).status).toBe(200);
    await expectNothingStored(gateway, async () =>
      expectError(await strict.post('/payments/order', withDocument(document)), invalid('customer.document')),
    );
  });

  it.each([...ILL_FORMED, ...ILL_FORMED_LETTERS])('refuses %j always', (document) =>
    expectNothingStored(gateway, async () => {
      for (const process of [gateway, strict]) {
        expectError(await process.post('/payments/order', withDocument(document)), invalid('customer.document'));
      }
    }),
  );
});

describe('the establishment access token', () => {
  const INVALID = { status: 403, code: 'ACCESS_TOKEN_INVALID' };
  /** Only its sums are wrong: with a good token it reaches the business rules, and nothing is stored. */
  const withToken = (access_token: string) => orderBody({ access_token, total: 10_001 });

  /** One more token of Loja Demo, of which only the hash is stored. */
  async function addToken(token: string): Promise<void> {
    await gateway.database.db.query(
      `INSERT INTO company_access_tokens (company_id, token_hash, hint, created_at)
       SELECT id, $1, 'test', created_at FROM companies WHERE name = 'Loja Demo'`,
      [createHash('sha256').update(token).digest()],
    );
  }

  it.each(['est_unknown', 'EST_DEMO_LOJA', 'est_demo_loja ', 'est_demo_parceiro', "' OR 1=1 --"])(
    'refuses %j',
    (token) =>
      expectNothingStored(gateway, async () => {
        expectError(await order(orderBody({ access_token: token })), INVALID);
        // All answers read the same: nobody learns which tokens exist.
        expect((await order(orderBody({ access_token: token }))).body).toEqual(
          (await order(withToken('est_nobodys'))).body,
        );
      }),
  );

  it('refuses a revoked token in every process', () =>
    expectNothingStored(gateway, async () => {
      const token = 'est_soon_revoked';
      await addToken(token);
      for (const process of [gateway, strict]) {
        await eventually(async () =>
          expect(await process.post('/payments/order', withToken(token))).toMatchObject({
            status: 400,
            body: { code: 'TOTAL_MISMATCH' },
          }),
        );
      }
      await gateway.database.db.query(`UPDATE company_access_tokens SET status = 'REVOKED', revoked_at = created_at
       WHERE hint = 'test'`);
      for (const process of [gateway, strict]) {
        await eventually(async () => expectError(await process.post('/payments/order', withToken(token)), INVALID));
      }
      // Its other tokens still work.
      expect((await order(withToken('est_demo_loja'))).status).toBe(400);
    }));

  it('refuses the token of an inactive establishment in every process', () =>
    expectNothingStored(gateway, async () => {
      const setStatus = (status: string) =>
        gateway.database.db.query("UPDATE companies SET status = $1 WHERE name = 'Marketplace Demo'", [status]);
      await setStatus('INACTIVE');
      for (const process of [gateway, strict]) {
        await eventually(async () =>
          expectError(await process.post('/payments/order', withToken('est_demo_marketplace')), INVALID),
        );
      }
      await setStatus('ACTIVE');
      await eventually(async () => expect((await order(withToken('est_demo_marketplace'))).status).toBe(400));
    }));

  it('takes the token only from the merchant it belongs to', async () => {
    const foreign = await gateway.post('/payments/order', orderBody(), gateway.otherToken);
    expectError(foreign, INVALID);
    const own = await gateway.post(
      '/payments/order',
      orderBody({ access_token: 'est_demo_parceiro' }),
      gateway.otherToken,
    );
    expect(own.status).toBe(200);
  });
});

describe('[precedence of errors] 401, then 413 and 415, then shape, then 403, then business rules', () => {
  const tooLarge = JSON.stringify({ note: 'x'.repeat(300_000) });
  const call = (options: object) => gateway.call('POST', '/payments/order', options);
  const wrongEverywhere = { access_token: 'est_unknown', total: 1 };

  it('an unknown caller comes first', async () => {
    const headers = { 'content-type': 'text/plain' };
    for (const options of [
      { rawBody: tooLarge },
      { rawBody: 'x', headers },
      { rawBody: '{' },
      { body: orderBody(wrongEverywhere) },
    ]) {
      expectError(await call(options), { status: 401, code: 'UNAUTHORIZED' });
    }
  });

  it('then a body that is too large or of another type', async () => {
    const { token } = gateway;
    expectError(await call({ token, rawBody: tooLarge }), { status: 413, code: 'PAYLOAD_TOO_LARGE' });
    const headers = { 'content-type': 'text/plain' };
    expectError(await call({ token, rawBody: JSON.stringify(wrongEverywhere), headers }), {
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
  });

  it.each([
    ['a missing field', (body: object) => withoutValue(body, 'shipping.name'), 'shipping.name'],
    ['a wrong type', (body: object) => withValue(body, 'items[0].quantity', 1.5), 'items[0].quantity'],
    ['a misspelt split', (body: object) => withValue(body, 'split_participants', []), 'split_participants'],
    ['a due date on PIX', (body: object) => withValue(body, 'payment.due_date', saoPauloDay(2)), 'payment.due_date'],
    [
      'a metadata key that is too long',
      (body: object) => ({ ...body, metadata: { ['k'.repeat(41)]: 'v' } }),
      'metadata',
    ],
  ])('then the shape: %s comes before the token', async (_, change, field) => {
    const answer = await order(change(orderBody(wrongEverywhere)));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', field: expect.stringContaining(field) },
    });
  });

  it('then the token, before any business rule', async () => {
    for (const changes of [wrongEverywhere, { access_token: 'est_unknown', subtotal: 1 }]) {
      expectError(await order(orderBody(changes)), { status: 403, code: 'ACCESS_TOKEN_INVALID' });
    }
    expectError(await order(orderOf(499, { access_token: 'est_unknown' })), {
      status: 403,
      code: 'ACCESS_TOKEN_INVALID',
    });
  });
});
