import { stateOfKey } from '../../../parties/api-keys/api-key.rules.ts';
import { listKeysOfMerchant } from '../../../parties/api-keys/api-keys.sql.ts';
import { revokeKey } from '../../../parties/api-keys/revoke-key.ts';
import { INSTALLATION } from '../../../parties/merchants/installation.rules.ts';
import { createOperatorToken } from '../../../parties/operators/create-operator-token.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../parties/operators/operator-acts.rules.ts';
import { CliError, command, group } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readId, readWhole } from '../values.ts';

const DEFAULT_DAYS = '365';
const MOST_DAYS = 3_650;

const create = command({
  name: 'create',
  description: 'Create a token by which a program of an operator uses the console’s interface; shown once',
  examples: ['vintem operator token create ana@plataforma.example --name relatorios --role FINANCE'],
  args: {
    email: { type: 'positional', required: true, description: 'e-mail of the operator whose it is' },
    name: { type: 'string', required: true, description: 'what it is for' },
    role: { type: 'enum', options: [...OPERATOR_ROLES], required: true, description: 'no more than the operator has' },
    days: { type: 'string', valueHint: 'days', description: `how long it holds; ${DEFAULT_DAYS} unless said` },
  },
  async run({ email, name, role, days: text = DEFAULT_DAYS }) {
    const days = readWhole('--days', text);
    if (days < 1 || days > MOST_DAYS) throw new CliError(`--days must be from 1 to ${MOST_DAYS}`);
    const wanted = { email, name, role: role as OperatorRole, days };
    const { token, record } = await withDatabase((deps) => createOperatorToken(deps, wanted));
    return {
      lines: [`token ${record.id}, shown this once: ${token}`],
      json: { token_id: record.id, token, role: wanted.role, expires_at: record.expiresAt?.toISOString() ?? null },
    };
  },
});

const list = command({
  name: 'list',
  description: 'List the tokens of operators’ programs; only the last characters of each are known',
  examples: ['vintem operator token list'],
  args: {},
  run: () =>
    withDatabase(async ({ db, clock }) => {
      const at = clock.realNow();
      const tokens = (await listKeysOfMerchant(db, INSTALLATION)).map((key) => ({
        token_id: key.id,
        name: key.name,
        role: key.scopes[0] as string,
        hint: key.hint,
        of: key.creatorName,
        state: stateOfKey(key, at),
        expires_at: key.expiresAt?.toISOString() ?? null,
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
      }));
      const lines = tokens.map(
        (one) => `token ${one.token_id} | ${one.name} | ${one.role} | ${one.hint} | ${one.of} | ${one.state}`,
      );
      return { lines: lines.length > 0 ? lines : ['there is none'], json: tokens };
    }),
});

const revoke = command({
  name: 'revoke',
  description: 'Revoke a token: it is refused within seconds',
  examples: ['vintem operator token revoke 7'],
  args: { id: { type: 'positional', required: true, description: 'id of the token, as listed' } },
  async run(args) {
    const id = readId('the token', args.id);
    await withDatabase((deps) => revokeKey(deps, INSTALLATION, id));
    return { lines: [`token ${id} revoked`], json: { token_id: id, status: 'REVOKED' } };
  },
});

export const operatorToken = group(
  { name: 'token', description: 'Tokens by which programs use the console’s interface' },
  { create, list, revoke },
);
