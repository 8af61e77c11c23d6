import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CSV_COLUMNS } from '../../../src/gateway/transactions/csv-columns.rules.ts';
import { ACTOR_KINDS } from '../../../src/ground/actor.rules.ts';
import { EVENT_KINDS } from '../../../src/news/events/event-kinds.rules.ts';
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '../../../src/parties/audit-log/audit-log.rules.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const openapi = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }>;
};

/** Every parameter of every list with every kind of wrong value: what is said about it, word for word. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());

/** Values by what is said about them; `&@=` repeats the parameter. */
type Refusals = Record<string, string[]>;

const TWICE = 'must be given once';
const UNSTORABLE = 'must be text without NUL or broken characters';
const NOT_WHOLE = [
  '',
  '-1',
  '1.5',
  'abc',
  '1e2',
  '0x10',
  '%20',
  '1%20',
  '%201',
  '%2B1',
  'NaN',
  'Infinity',
  'true',
  '1,2',
  '１',
];
const TOO_LONG = ['99999999999999999999', '9007199254740992'];
const MAX_SAFE = 9_007_199_254_740_991;

const once = (value: string): Refusals => ({
  [TWICE]: [`${value}&@=${value}`, `${value}&@=x`, `${value}&@[]=${value}`],
  [UNSTORABLE]: ['%00', `${value}%00`],
});

const PAGE: Refusals = { 'must be a whole number from 1': ['0', '000', ...NOT_WHOLE], ...once('1') };
const limit = (max: number): Refusals => ({
  [`must be a whole number from 1 to ${max}`]: ['0', String(max + 1), ...NOT_WHOLE, ...TOO_LONG],
  ...once('1'),
});
const whole = (min: number): Refusals => ({
  [`must be a whole number from ${min}`]: [
    ...(min === 1 ? ['0'] : []),
    ...NOT_WHOLE.filter((text) => text !== 'Infinity'),
    '00000000000000001',
  ],
  [`must be a whole number from ${min} to ${MAX_SAFE}`]: [...TOO_LONG, 'Infinity'],
  ...once('1'),
});
const choice = (...choices: string[]): Refusals => ({
  [`must be one of ${choices.join(', ')}`]: [
    '',
    'id',
    `${choices[0]}%20`,
    `${choices[0]},${choices.at(-1)}`,
    'toString',
    '__proto__',
    ...choices.map(swapCase),
  ],
  ...once(choices[0] as string),
});
const swapCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());
const TEXT: Refusals = once('a');
const INSTANT: Refusals = {
  'must be an ISO 8601 date or date-time': [
    ...[
      '',
      'today',
      '2026',
      '2026-03',
      '10/03/2026',
      '20260310',
      '2026-02-30',
      '2026-13-01',
      '2026-3-1',
      '0000-01-01',
      '1773144000',
    ],
    ...[
      '2026-03-10T25:00:00',
      '2026-03-10T12:60:00Z',
      '2026-02-30T12:00:00Z',
      '2026-03-10T',
      '2026-03-10Z',
      '2026-03-10T12:00:00X',
    ],
    ...['2026-03-10T12:00:00%2B99:00', '+2026-03-10', '-2026-03-10', '2026-03-10T24:00:00', '2026-03-10T12'],
  ],
  ...once('2026-03-10'),
};
const DAY: Refusals = {
  'must be a date, YYYY-MM-DD': [
    ...['', 'today', '2026', '2026-03', '10/03/2026', '20260310', '2026-02-30', '2026-13-01', '2026-3-1'],
    ...['0000-01-01', '2026-03-10T12:00:00Z', '%202026-03-10', '+2026-03-10', '1773144000'],
  ],
  ...once('2026-03-10'),
};
const STATUS: Refusals = {
  'must be a whole number from 1 to 4': [
    '0',
    '5',
    'PENDING',
    ...NOT_WHOLE,
    ...TOO_LONG,
    '1&@=9',
    '9&@=1',
    '1&@[]=0',
    '%00',
    '1%00',
  ],
};
const COLUMNS: Refusals = {
  [`must be one of ${CSV_COLUMNS.join(', ')}`]: [
    '',
    'document',
    'ID',
    'id,amount',
    'id&@=document',
    'id%00',
    '__proto__',
  ],
};
const CURSOR: Refusals = {
  'must be a cursor that this feed gave out': [
    '',
    'x',
    '1',
    '1-',
    '-1',
    '1-1-1',
    '1.0-1',
    '9223372036854775808-1',
    '99999999999999999999-1',
  ],
  ...once('1-1'),
};

const DIALECT = choice('rfc4180', 'excel-br');

const LISTS: Record<string, Record<string, Refusals>> = {
  '/transactions': {
    page: PAGE,
    limit: limit(100),
    orderBy: choice('created_at', 'updated_at', 'amount'),
    direction: choice('ASC', 'DESC'),
    status: STATUS,
    type: choice('pix', 'credit', 'debit', 'invoice'),
    company_id: whole(1),
    customer_id: whole(1),
    amountStart: whole(0),
    amountEnd: whole(0),
    createdAtStart: INSTANT,
    createdAtEnd: INSTANT,
    paidAtStart: INSTANT,
    paidAtEnd: INSTANT,
    payment_link_id: TEXT,
    external_id: TEXT,
    refunded: choice('none', 'partial', 'full'),
    q: { ...TEXT, 'must have at most 254 characters': ['a'.repeat(255), '1'.repeat(300)] },
    format: choice('json', 'csv'),
    dialect: DIALECT,
    columns: COLUMNS,
  },
  '/payouts': {
    page: PAGE,
    limit: limit(100),
    orderBy: choice('requested_at'),
    direction: choice('ASC', 'DESC'),
    status: choice('AWAITING_APPROVAL', 'REQUESTED', 'SENT', 'PAID', 'FAILED', 'CANCELLED', 'RETURNED'),
    company_id: whole(1),
    createdAtStart: INSTANT,
    createdAtEnd: INSTANT,
    format: choice('json', 'csv'),
    dialect: DIALECT,
  },
  '/refunds': {
    page: PAGE,
    limit: limit(100),
    orderBy: choice('requested_at'),
    direction: choice('ASC', 'DESC'),
    status: choice('PROCESSING', 'REFUNDED', 'REFUSED'),
    company_id: whole(1),
    createdAtStart: INSTANT,
    createdAtEnd: INSTANT,
  },
  '/transactions/999999': { payment_type: choice('PIX', 'CREDIT_CARD', 'BILLET') },
  '/transactions/999999/events': { page: PAGE, limit: limit(100), direction: choice('ASC', 'DESC') },
  '/payouts/999999/entries': { page: PAGE, limit: limit(100) },
  '/transactions/999999/entries': { page: PAGE, limit: limit(100) },
  '/customers': {
    page: PAGE,
    limit: limit(100),
    orderBy: choice('created_at', 'name', 'email'),
    direction: choice('ASC', 'DESC'),
    name: TEXT,
    document: TEXT,
  },
  '/payment-links': {
    page: PAGE,
    limit: limit(100),
    direction: choice('ASC', 'DESC'),
    company_id: whole(1),
    status: choice('ACTIVE', 'DISABLED', 'EXPIRED', 'SOLD_OUT'),
  },
  '/webhooks': { page: PAGE, limit: limit(100), direction: choice('ASC', 'DESC') },
  '/webhooks/999999/deliveries': {
    page: PAGE,
    limit: limit(100),
    status: choice('PENDING', 'DELIVERED', 'FAILED'),
    event: choice(...EVENT_KINDS),
    transaction_id: whole(1),
    createdAtStart: INSTANT,
    createdAtEnd: INSTANT,
  },
  '/webhooks/999999/stats': { hours: limit(168) },
  '/webhooks/999999/missed': { since: INSTANT },
  '/events': {
    after: CURSOR,
    limit: limit(100),
    direction: choice('ASC', 'DESC'),
    event: choice(...EVENT_KINDS),
    transaction_id: whole(1),
  },
  '/events/stream': { after: CURSOR },
  '/divergences': { page: PAGE, limit: limit(100), resolved: choice('true', 'false'), transaction_id: whole(1) },
  '/audit-log': {
    page: PAGE,
    limit: limit(100),
    direction: choice('ASC', 'DESC'),
    format: choice('json', 'csv'),
    dialect: DIALECT,
    actor: choice(...ACTOR_KINDS),
    actor_id: whole(1),
    action: choice(...AUDIT_ACTIONS),
    object: choice(...AUDIT_OBJECTS),
    object_id: { ...TEXT, 'must have at most 64 characters': ['a'.repeat(65)] },
    createdAtStart: INSTANT,
    createdAtEnd: INSTANT,
  },
  '/companies': { page: PAGE, limit: limit(100) },
  '/companies/999999/destinations': { refund_of: whole(1) },
  '/companies/999999/statement': {
    page: PAGE,
    limit: limit(100),
    from: INSTANT,
    to: INSTANT,
    format: choice('json', 'csv', 'planilha', 'ofx'),
    dialect: DIALECT,
  },
  '/companies/999999/statement/days': { from: DAY, to: DAY },
  '/reports/payments': {
    from: DAY,
    to: DAY,
    interval: choice('day', 'hour'),
    basis: choice('paid', 'created'),
    company_id: whole(1),
    type: choice('pix', 'credit', 'debit', 'invoice'),
  },
};

it('tries every parameter of every address that openapi.json describes', () => {
  const described = Object.entries(openapi.paths).flatMap(([path, { get }]) => {
    const names = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return names.map((name) => `${path.replace(/\{\w+\}/, '999999')} ${name}`);
  });
  const tried = Object.entries(LISTS).flatMap(([path, names]) => Object.keys(names).map((name) => `${path} ${name}`));
  expect(tried.sort()).toEqual(described.sort());
});

describe.each(Object.entries(LISTS))('%s', (path, parameters) => {
  it.each(Object.entries(parameters))(
    'says what is wrong with %s, before it looks anything up',
    async (name, refusals) => {
      for (const [problem, values] of Object.entries(refusals)) {
        for (const value of values) {
          const query = `${name}=${value.replaceAll('@', name)}`;
          const { status, body } = await gateway.get(`${path}?${query}`);
          expect({ query, status, body }).toEqual({
            query,
            status: 400,
            body: {
              success: false,
              statusCode: 400,
              code: 'VALIDATION_ERROR',
              message: 'Dados da requisição inválidos',
              error: `${name} ${problem}`,
              field: name,
            },
          });
        }
      }
    },
  );
});

it.each([
  ['/transactions?amountStart=601&amountEnd=600', 'amountStart', 'must not be above amountEnd'],
  [
    '/transactions?createdAtStart=2026-03-12&createdAtEnd=2026-03-11',
    'createdAtStart',
    'must not be after createdAtEnd',
  ],
  ['/transactions?paidAtStart=2026-03-12&paidAtEnd=2026-03-11', 'paidAtStart', 'must not be after paidAtEnd'],
  ['/refunds?createdAtStart=2026-03-12&createdAtEnd=2026-03-11', 'createdAtStart', 'must not be after createdAtEnd'],
  ['/audit-log?createdAtStart=2026-03-12&createdAtEnd=2026-03-11', 'createdAtStart', 'must not be after createdAtEnd'],
  ['/companies/999999/statement?from=2026-03-12&to=2026-03-11', 'from', 'must not be after to'],
  [
    '/webhooks/999999/deliveries?createdAtStart=2026-03-12&createdAtEnd=2026-03-11',
    'createdAtStart',
    'must not be after createdAtEnd',
  ],
  ['/companies/999999/statement/days?from=2026-03-12&to=2026-03-11', 'from', 'must not be after to'],
  ['/reports/payments?from=2026-03-12&to=2026-03-11', 'from', 'must not be after to'],
  ['/reports/payments?from=2020-01-01&to=2026-03-11', 'from', 'is too early: at most 400 days are shown'],
  ['/reports/payments?from=2020-01-01&to=2020-01-02&interval=hour', 'from', 'must not be before 20'],
])('%s names the beginning', async (address, field, problem) => {
  expect(await gateway.get(address)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', error: expect.stringContaining(`${field} ${problem}`), field },
  });
});

it.each([
  '/transactions?page=99999999999999999999&limit=0100&company_id=9007199254740991&amountStart=00&status[]=1&status=2&status=2',
  '/transactions?createdAtStart=2026-03-10T18:30:00+03:00&createdAtEnd=2026-03-10%2018:30:00.123456789Z&foo=1&__proto__=2',
  '/transactions?q=&refunded=none&payment_link_id=&external_id=&paidAtStart=2026-03-10&paidAtEnd=2026-03-10',
  '/transactions?q=%25_%5C&format=csv',
  '/transactions?q=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7',
  '/refunds?status=REFUSED&company_id=9007199254740991&direction=ASC&page=99999999999999999999',
  '/customers?name=&document=&orderBy=email&direction=ASC&page=007',
  '/customers?name=%25_%5C&document=..-',
  '/audit-log?actor=job&actor_id=9007199254740991&object=refund&object_id=&page=99999999999999999999',
  '/webhooks?direction=ASC&limit=1',
  '/payment-links?status=SOLD_OUT&company_id=9007199254740991&page=007',
  '/events?after=9223372036854775807-999999999999999&limit=100',
  '/divergences?resolved=false&page=2',
  '/divergences?transaction_id=9007199254740991',
  '/events?direction=DESC&event=payment.refunded&transaction_id=9007199254740991',
])('%s is no mistake', async (address) => {
  expect((await gateway.get(address)).status).toBe(200);
});
