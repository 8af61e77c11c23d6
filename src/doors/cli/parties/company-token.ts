import { type AccessTokenRecord, listAccessTokens } from '../../../parties/companies/access-tokens.sql.ts';
import { issueToken } from '../../../parties/companies/issue-token.ts';
import { companyExists } from '../../../parties/companies/operator.sql.ts';
import { revokeToken } from '../../../parties/companies/revoke-token.ts';
import { CliError, command, group } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readId } from '../values.ts';

const company = { type: 'string', required: true, valueHint: 'id', description: 'id of the company' } as const;

const create = command({
  name: 'create',
  description: 'Create an access token for orders of a company; the token is shown once and never again',
  examples: ['vintem company token create --company 4'],
  args: { company },
  async run(args) {
    const companyId = readId('--company', args.company);
    const { token, record } = await withDatabase((deps) => issueToken(deps, companyId));
    return {
      lines: [`token ${record.id} of company ${companyId}, shown this once: ${token}`],
      json: { company_id: companyId, token_id: record.id, access_token: token },
    };
  },
});

const revoke = command({
  name: 'revoke',
  description: 'Revoke an access token: orders with it are refused from now on',
  examples: ['vintem company token revoke --company 4 --token-id 7'],
  args: {
    company,
    'token-id': { type: 'string', required: true, valueHint: 'id', description: 'id of the token, as listed' },
  },
  async run(args) {
    const companyId = readId('--company', args.company);
    const tokenId = readId('--token-id', args['token-id']);
    await withDatabase((deps) => revokeToken(deps, companyId, tokenId));
    return {
      lines: [`token ${tokenId} revoked`],
      json: { company_id: companyId, token_id: tokenId, status: 'REVOKED' },
    };
  },
});

const list = command({
  name: 'list',
  description: 'List the access tokens of a company; only the last characters of each token are known',
  examples: ['vintem company token list --company 4'],
  args: { company },
  async run(args) {
    const companyId = readId('--company', args.company);
    const tokens = await withDatabase(async ({ db }) => {
      if (!(await companyExists(db, companyId))) throw new CliError(`company ${companyId} does not exist`);
      return listAccessTokens(db, companyId);
    });
    return { lines: tokens.length > 0 ? tokens.map(describe) : ['it has no tokens yet'], json: tokens };
  },
});

function describe(token: AccessTokenRecord): string {
  const revoked = token.revoked_at
    ? `revoked ${token.revoked_at.toISOString()}`
    : `created ${token.created_at.toISOString()}`;
  return `token ${token.id} | ${token.hint} | ${token.status} | ${revoked}`;
}

export const companyToken = group(
  { name: 'token', description: 'Access tokens of a company' },
  { create, revoke, list },
);
