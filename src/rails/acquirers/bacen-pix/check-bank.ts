import { randomBytes } from 'node:crypto';
import { BankSetupError, type ConfiguredBank } from '../acquirer-kind.ts';
import { judgeEnd } from '../certificates/certificate-end.rules.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import type { BankAccess } from './access.ts';
import { type BacenPixClient, createBacenPixClient } from './bacen-pix-client.ts';
import { deadlineIn } from './bank-http.ts';
import { readWebhook, writeWebhook } from './bank-webhook.ts';
import { SCOPES } from './profiles.ts';

type Bank = ConfiguredBank<BankAccess>;

/** What payments need; without the others only the webhook is missing, and polling does its work. */
const NEEDED = SCOPES.filter((scope) => !scope.startsWith('webhook.'));

/** Certificate, token, scopes, key, webhook. */
export async function checkBank(bank: Bank, callbackUrl: string): Promise<string[]> {
  const certificate = checkCertificate(bank.access);
  return withClient(bank, async (client) => [...certificate, ...(await checkAnswers(client, bank, callbackUrl))]);
}

export async function registerWebhook(bank: Bank, callbackUrl: string, asksForCertificate: boolean): Promise<void> {
  await withClient(bank, async (client) => {
    const deadline = deadlineIn(client.timeoutMs);
    const done = await writeWebhook(client.calls, bank.access, callbackUrl, asksForCertificate, deadline);
    if (!done.ok) throw new BankSetupError(`the bank did not register the webhook (${done.reason})`);
  });
}

async function withClient<Result>(bank: Bank, work: (client: BacenPixClient) => Promise<Result>): Promise<Result> {
  const client = createBacenPixClient(bank);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function checkCertificate(access: BankAccess): string[] {
  if (!access.certificatePem) return ['certificate: none'];
  const { subject, issuer, notAfter } = describeCertificate(access.certificatePem);
  const { day, daysLeft, state } = judgeEnd(notAfter, new Date());
  if (state === 'ended') throw new BankSetupError(`the certificate of ${subject} ended on ${day}`);
  return [
    `certificate: ${subject}, issued by ${issuer}, valid until ${day}`,
    ...(state === 'ends soon' ? [`warning: the certificate ends in ${daysLeft} days, on ${day}`] : []),
  ];
}

async function checkAnswers(client: BacenPixClient, bank: Bank, callbackUrl: string): Promise<string[]> {
  const token = await client.token.get(deadlineIn(client.timeoutMs));
  if (!token.ok) throw new BankSetupError(`the bank gives no token (${token.reason.replace(/^no token: /, '')})`);
  const scopes = checkScopes(token.scopes);
  // Nobody has this charge: a bank that says so has understood the question and answers us.
  const reference = randomBytes(16).toString('hex');
  const asked = await client.query({ reference, transactionId: null, endToEndId: null });
  if (asked.outcome === 'unknown') throw new BankSetupError(`the bank does not answer about charges (${asked.reason})`);
  // A bank refuses this question without the scope, whosever the key is: the answer would tell nothing.
  const webhook = mayAskAboutWebhook(token.scopes)
    ? await checkWebhook(client, bank, callbackUrl)
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
  if (needed.length > 0)
    throw new BankSetupError(`the bank does not grant ${needed.join(', ')}: ask it for these scopes`);
  const shown = SCOPES.filter((scope) => list.includes(scope)).join(' ');
  return [`scopes: ${shown}`, ...(missing.length > 0 ? [`warning: not granted: ${missing.join(' ')}`] : [])];
}

async function checkWebhook(client: BacenPixClient, bank: Bank, callbackUrl: string): Promise<string[]> {
  const webhook = await readWebhook(client.calls, bank.access, deadlineIn(client.timeoutMs));
  switch (webhook.outcome) {
    case 'refused':
      throw new BankSetupError(`the bank does not accept the PIX key (${webhook.reason})`);
    case 'unknown':
      return [`warning: the bank does not say which webhook it has (${webhook.reason})`];
    case 'none':
      return [
        'key: accepted',
        `warning: no webhook yet; payments are found by asking. Run vintem acquirer register-webhook ${bank.name}`,
      ];
    case 'found': {
      const isOurs = webhook.url.startsWith(callbackUrl);
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
