import { randomBytes } from 'node:crypto';
import { type BacenPixClient, createBacenPixClient } from '../../../rails/acquirers/bacen-pix/bacen-pix-client.ts';
import { deadlineIn } from '../../../rails/acquirers/bacen-pix/bank-http.ts';
import { readWebhook } from '../../../rails/acquirers/bacen-pix/bank-webhook.ts';
import { SCOPES } from '../../../rails/acquirers/bacen-pix/profiles.ts';
import { judgeEnd } from '../../../rails/acquirers/certificates/certificate-end.rules.ts';
import { describeCertificate } from '../../../rails/acquirers/certificates/describe-certificate.ts';
import { CliError, command } from '../command.ts';
import { type CliDeps, withDatabase } from '../database.ts';
import { callbackUrlOf, findBank, NAME, type StoredBank } from './acquirer-stored.ts';

/** What payments need; without the others only the webhook is missing, and polling does its work. */
const NEEDED = SCOPES.filter((scope) => !scope.startsWith('webhook.'));

export const acquirerCheck = command({
  name: 'check',
  description: 'Try everything that payments need of a bank: certificate, token, scopes, key, webhook',
  examples: ['vintem acquirer check itau'],
  args: { name: NAME },
  run: (args) =>
    withDatabase(async (deps) => {
      const bank = await findBank(deps, args.name);
      const client = createBacenPixClient(bank);
      try {
        const lines = [...checkCertificate(bank), ...(await checkBank(deps, bank, client))];
        const warnings = lines.filter((line) => line.startsWith('warning: '));
        return { lines, json: { name: bank.name, works: true, lines, warnings } };
      } finally {
        await client.close();
      }
    }),
});

function checkCertificate({ access }: StoredBank): string[] {
  if (!access.certificatePem) return ['certificate: none'];
  const { subject, issuer, notAfter } = describeCertificate(access.certificatePem);
  const { day, daysLeft, state } = judgeEnd(notAfter, new Date());
  if (state === 'ended') throw new CliError(`the certificate of ${subject} ended on ${day}`);
  return [
    `certificate: ${subject}, issued by ${issuer}, valid until ${day}`,
    ...(state === 'ends soon' ? [`warning: the certificate ends in ${daysLeft} days, on ${day}`] : []),
  ];
}

async function checkBank(deps: CliDeps, bank: StoredBank, client: BacenPixClient): Promise<string[]> {
  const token = await client.token.get(deadlineIn(client.timeoutMs));
  if (!token.ok) throw new CliError(`the bank gives no token (${token.reason.replace(/^no token: /, '')})`);
  const scopes = checkScopes(token.scopes);
  // Nobody has this charge: a bank that says so has understood the question and answers us.
  const reference = randomBytes(16).toString('hex');
  const asked = await client.query({ reference, transactionId: null, endToEndId: null });
  if (asked.outcome === 'unknown') throw new CliError(`the bank does not answer about charges (${asked.reason})`);
  // A bank refuses this question without the scope, whosever the key is: the answer would tell nothing.
  const webhook = mayAskAboutWebhook(token.scopes)
    ? await checkWebhook(deps, bank, client)
    : ['key: not known, because the bank does not grant webhook.read'];
  return ['token: granted', ...scopes, 'charges: answered', ...webhook];
}

function mayAskAboutWebhook(granted: string | null): boolean {
  return granted === null || listOf(granted).includes('webhook.read');
}

function listOf(granted: string): string[] {
  return granted.split(/[\s,]+/).filter(Boolean);
}

function checkScopes(granted: string | null): string[] {
  if (granted === null) return ['scopes: the bank does not say'];
  const list = listOf(granted);
  const missing = SCOPES.filter((scope) => !list.includes(scope));
  const needed = NEEDED.filter((scope) => missing.includes(scope));
  if (needed.length > 0) throw new CliError(`the bank does not grant ${needed.join(', ')}: ask it for these scopes`);
  const shown = SCOPES.filter((scope) => list.includes(scope)).join(' ');
  return [`scopes: ${shown}`, ...(missing.length > 0 ? [`warning: not granted: ${missing.join(' ')}`] : [])];
}

async function checkWebhook(deps: CliDeps, bank: StoredBank, client: BacenPixClient): Promise<string[]> {
  const webhook = await readWebhook(client.calls, bank.access, deadlineIn(client.timeoutMs));
  switch (webhook.outcome) {
    case 'refused':
      throw new CliError(`the bank does not accept the PIX key (${webhook.reason})`);
    case 'unknown':
      return [`warning: the bank does not say which webhook it has (${webhook.reason})`];
    case 'none':
      return [
        'key: accepted',
        `warning: no webhook yet; payments are found by asking. Run vintem acquirer register-webhook ${bank.name}`,
      ];
    case 'found': {
      const isOurs = webhook.url.startsWith(callbackUrlOf(deps, bank));
      return [
        'key: accepted',
        isOurs
          ? `webhook: registered, at ${new URL(webhook.url).origin}`
          : `warning: the webhook of the key leads elsewhere, to ${hostOf(webhook.url)}`,
      ];
    }
  }
}

/** Only where it leads: the rest of an address may be a secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that cannot be read';
}
