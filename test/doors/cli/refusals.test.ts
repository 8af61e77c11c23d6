import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { cliJson, runCli } from './run-cli.ts';

const TABLES = [
  'merchants',
  'users',
  'companies',
  'company_payment_plans',
  'company_split_participants',
  'company_access_tokens',
];

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  await cliJson(env, 'merchant', 'create', '--name', 'Loja', '--email', 'loja@example.com', '--password', 'segredo!');
  await cliJson(env, ...company('--document', '11222333000181'));
  await cliJson(env, 'company', 'token', 'create', '--company', '1');
});
afterAll(() => database.drop());

function company(...changes: string[]): string[] {
  const given = [
    '--name',
    'Loja',
    '--document',
    '11222333000181',
    '--city',
    'Recife',
    '--state',
    'PE',
    '--zip',
    '50010000',
  ];
  // The last of two equal options counts.
  return ['company', 'create', '--merchant', '1', ...given, '--address', 'Rua 1', ...changes];
}

const set = (...options: string[]) => ['company', 'set', '--company', '1', '--name', 'Outra', ...options];

function split(...changes: object[]): string[] {
  const part = {
    company_id: 1,
    merchantType: 'SECONDARY',
    type: 'PERCENTAGE',
    chargeFee: false,
    discountGrossAmount: true,
    amountSplit: 1,
  };
  return set('--split', JSON.stringify(changes.map((change) => ({ ...part, ...change }))));
}

async function everything(): Promise<unknown[]> {
  return Promise.all(TABLES.map((table) => database.db.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`)));
}

const REFUSED: [problem: string, args: string[], says: string][] = [
  ['no command', [], 'no command'],
  ['an unknown command', ['company', 'lst'], 'Unknown command lst'],
  ['a name that every object has', ['constructor'], 'Unknown command constructor'],
  ['options before the command', ['--all', 'company', 'list'], 'options come after'],
  ['a misspelt option', set('--pix-fee-bps', '100'), "Unknown option '--pix-fee-bps'"],
  ['a surplus argument', ['merchant', 'deactivate', '1', '2'], 'unexpected argument: 2'],
  ['a missing option', ['merchant', 'create', '--name', 'X'], '--email'],
  ['an e-mail that is none', ['merchant', 'create', '--name', 'X', '--email', 'x@y'], 'email must be'],
  ['an e-mail that is taken', ['merchant', 'create', '--name', 'X', '--email', 'LOJA@example.com'], 'email is taken'],
  [
    'a short password',
    ['merchant', 'create', '--name', 'X', '--email', 'x@example.com', '--password', '1234567'],
    'password must have 8',
  ],
  ['an empty password', ['user', 'password', '--email', 'loja@example.com', '--password', ''], 'password must have 8'],
  [
    'a common password',
    ['merchant', 'create', '--name', 'X', '--email', 'x@example.com', '--password', 'Senha123'],
    'password is one of the',
  ],
  [
    'a common password later',
    ['user', 'password', '--email', 'loja@example.com', '--password', 'mudar123'],
    'password is one of the',
  ],
  [
    'its name as password',
    ['merchant', 'create', '--name', 'Padaria', '--email', 'x@example.com', '--password', 'padaria1'],
    'own name',
  ],
  [
    'its e-mail as password',
    ['user', 'password', '--email', 'loja@example.com', '--password', 'loja-example'],
    'own name',
  ],
  ['an unknown user', ['user', 'password', '--email', 'nobody@example.com'], 'email does not belong to any user'],
  ['an empty name', ['merchant', 'create', '--name', ' ', '--email', 'x@example.com'], 'name must have'],
  [
    'a name that turns around',
    ['merchant', 'create', '--name', 'A\u202eB', '--email', 'x@example.com'],
    'name must be one line',
  ],
  ['an e-mail with markup', ['merchant', 'create', '--name', 'X', '--email', '"><svg>@example.com'], 'email must be'],
  ['an escape in the name of a company', company('--name', 'Loja\u001b[2J'), 'name must be one line'],
  ['an escape in a new name', set('--name', 'Loja\u001b[2J'), 'name must be one line'],
  ['tags in an address', company('--address', 'Rua 1\u{e0041}'), 'address must be one line'],
  ['a city on two lines', company('--city', 'Recife\nOlinda'), 'city must be one line'],
  ['an unknown merchant', ['merchant', 'deactivate', '99'], 'merchant 99 does not exist'],
  ['an id that is none', ['merchant', 'activate', '1; DROP TABLE users'], 'must be a whole number'],
  ['a company of nobody', company('--merchant', '99'), 'merchant 99 does not exist'],
  ['a document of no shape', company('--document', '123'), 'document must be'],
  ['a state that is none', company('--state', 'XX'), 'state must be'],
  ['a postal code of 7 digits', company('--zip', '5001000'), 'zip must be'],
  ['a token for no company', ['company', 'token', 'create', '--company', '99'], 'company 99 does not exist'],
  [
    'a token of another company',
    ['company', 'token', 'revoke', '--company', '99', '--token-id', '1'],
    'company 99 does not exist',
  ],
  ['an unknown token', ['company', 'token', 'revoke', '--company', '1', '--token-id', '99'], 'not an active token'],
  ['the tokens of no company', ['company', 'token', 'list', '--company', '99'], 'company 99 does not exist'],
  ['a change of nothing', ['company', 'set', '--company', '1'], 'nothing to change'],
  ['a change of no company', ['company', 'set', '--company', '99', '--name', 'X'], 'company 99 does not exist'],
  ['an unknown status', set('--status', 'CLOSED'), 'Expected one of: ACTIVE, INACTIVE'],
  ['a negative fee', set('--pix-fee-fixed=-1'), '--pix-fee-fixed must be a whole number'],
  ['a fee with decimals', set('--pix-fee-fixed', '1.5'), '--pix-fee-fixed must be a whole number'],
  ['more than all of it as a fee', set('--invoice-fee-bp', '10001'), 'invoice.fee_basis_points must be'],
  ['settlement after more than a year', set('--pix-settlement-days', '366'), 'pix.settlement_days must be'],
  ['retention of more than all', set('--retention-bp', '10001'), 'retention.basis_points must be'],
  ['neither true nor false', set('--pix-enabled', 'yes'), 'Expected one of: true, false'],
  ['a split that is no JSON', set('--split', '[{]'), '--split must be a JSON array'],
  ['a split of nobody', split({ company_id: 99 }), '[0].company_id does not belong to an active establishment'],
  ['a split with a misspelt key', split({ charge_fee: true }), 'charge_fee is not a field'],
  ['a split above 100 %', split({ amountSplit: 10_001 }), 'above 10000'],
  ['a company twice in a split', split({}, {}), 'already in the list'],
  ['two that bear the fee', split({ chargeFee: true }, { chargeFee: true }), 'second participant'],
];

describe('refuses in one line and changes nothing:', () => {
  it.each(REFUSED)('%s', async (_problem, args, says) => {
    const before = await everything();
    const { code, out, err } = await runCli(env, ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^vintem: [^\n]+\n$/);
    expect(err).toContain(says);
    expect(await everything()).toEqual(before);
  });
});

it('checks the digits of documents in live only', async () => {
  const wrong = company('--document', '11222333000182');
  const live = await runCli({ ...env, VINTEM_MODE: 'live' }, ...wrong);
  expect(live).toMatchObject({ code: 1, err: 'vintem: document has wrong check digits\n' });
  expect((await runCli(env, ...wrong)).code).toBe(0);
});
