import type { TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from './account.ts';
import type { BankParts } from './bank.ts';

interface TokenBody {
  grant_type?: string;
  scope?: string;
  client_id?: string;
  client_secret?: string;
}

/**
 * OAuth2 client credentials (RFC 6749), bound to the client's certificate. Banks differ in where the client says who it
 * is: in the header, in a form, in JSON, or by its id alone; all are taken.
 */
export function tokenRoutes(server: FastifyInstance, bank: BankParts, path = '/oauth/token'): void {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );

  server.post(path, { config: { operation: 'token' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const asked = { ...(request.query as TokenBody), ...readBody(request) };
    const account = findAccount(bank, request, asked);
    if (!account) {
      const error_description = 'unknown client, wrong secret, or a certificate of somebody else';
      return reply.code(401).send({ error: 'invalid_client', error_description });
    }
    if (asked.grant_type !== 'client_credentials') return reply.code(400).send({ error: 'unsupported_grant_type' });
    const wanted = asked.scope?.split(' ').filter(Boolean) ?? account.scopes;
    const scopes = wanted.filter((scope) => account.scopes.includes(scope));
    if (scopes.length === 0) return reply.code(400).send({ error: 'invalid_scope' });
    return {
      access_token: bank.tokens.issue(account, scopes),
      token_type: 'Bearer',
      expires_in: bank.tokens.lifeSeconds,
      scope: scopes.join(' '),
    };
  });
}

function readBody({ body }: FastifyRequest): TokenBody {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'));
}

function findAccount(bank: BankParts, request: FastifyRequest, asked: TokenBody): Account | undefined {
  const [id, secret] = basicCredentials(request) ?? [asked.client_id, asked.client_secret];
  const account = bank.accounts.find(({ clientId }) => clientId === id);
  const { CN: shown } = (request.raw.socket as TLSSocket).getPeerCertificate().subject ?? {};
  if (!account || shown !== account.clientId) return undefined;
  return account.clientSecret === null || account.clientSecret === secret ? account : undefined;
}

function basicCredentials({ headers }: FastifyRequest): [string, string] | null {
  const [, encoded] = /^Basic (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!encoded) return null;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [id, secret.join(':')];
}
