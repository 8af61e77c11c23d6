import { randomBytes } from 'node:crypto';
import { BankSetupError, type ConfiguredBank } from '../acquirer-kind.ts';
import { deadlineIn } from '../bank-connection/bank-http.ts';
import { checkCertificate, checkScopes, checkToken, hostOf } from '../bank-connection/check-connection.ts';
import type { BankAccess } from './access.ts';
import { type BacenPixClient, createBacenPixClient } from './bacen-pix-client.ts';
import { readWebhook, writeWebhook } from './bank-webhook.ts';
import { COBV_SCOPES, profileOf, SCOPES } from './profiles.ts';

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

async function checkAnswers(client: BacenPixClient, bank: Bank, callbackUrl: string): Promise<string[]> {
  const granted = await checkToken(client.token, client.timeoutMs);
  const useful = profileOf(bank.access.profile).hasCobv ? [...SCOPES, ...COBV_SCOPES] : SCOPES;
  const scopes = checkScopes(granted, useful, NEEDED);
  // Nobody has this charge: a bank that says so has understood the question and answers us.
  const reference = randomBytes(16).toString('hex');
  const asked = await client.query({ reference, transactionId: null, endToEndId: null });
  if (asked.outcome === 'unknown') throw new BankSetupError(`the bank does not answer about charges (${asked.reason})`);
  // A bank refuses this question without the scope, whosever the key is: the answer would tell nothing.
  const webhook = mayAskAboutWebhook(granted)
    ? await checkWebhook(client, bank, callbackUrl)
    : ['key: not known, because the bank does not grant webhook.read'];
  return ['token: granted', ...scopes, 'charges: answered', ...webhook, ...(await checkSending(client, bank, granted))];
}

/** Nobody has this payout: a bank that says so would answer about ours. */
async function checkSending(client: BacenPixClient, bank: Bank, granted: readonly string[] | null): Promise<string[]> {
  const { sending } = profileOf(bank.access.profile);
  if (!sending || !client.payouts) return [];
  const missing = sending.scopes.filter((scope) => granted !== null && !granted.includes(scope));
  if (missing.length > 0) return [`warning: no payouts, because the bank does not grant ${missing.join(', ')}`];
  const asked = await client.payouts.query({ reference: randomBytes(16).toString('hex') });
  return asked.outcome === 'unknown'
    ? [`warning: the bank does not answer about payouts (${asked.reason})`]
    : ['payouts: answered'];
}

function mayAskAboutWebhook(granted: readonly string[] | null): boolean {
  return granted === null || granted.includes('webhook.read');
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
