import { randomBytes } from 'node:crypto';
import { BankSetupError, type ConfiguredBank } from '../acquirer-kind.ts';
import { deadlineIn } from '../bank-connection/bank-http.ts';
import {
  checkCertificate,
  checkScopes,
  checkToken,
  hostOf,
  noWebhookYet,
} from '../bank-connection/check-connection.ts';
import type { CheckStep } from '../check-step.rules.ts';
import type { BankAccess } from './access.ts';
import { type BacenPixClient, createBacenPixClient } from './bacen-pix-client.ts';
import { readWebhook, writeWebhook } from './bank-webhook.ts';
import { COBV_SCOPES, profileOf, SCOPES } from './profiles.ts';

type Bank = ConfiguredBank<BankAccess>;

/** What payments need; without the others only the webhook is missing, and polling does its work. */
const NEEDED = SCOPES.filter((scope) => !scope.startsWith('webhook.'));

/** Certificate, token, scopes, charges, key, webhook, payouts. */
export async function* checkBank(bank: Bank, callbackUrl: string): AsyncGenerator<CheckStep> {
  yield* checkCertificate(bank.access);
  const client = createBacenPixClient(bank);
  try {
    yield* checkAnswers(client, bank, callbackUrl);
  } finally {
    await client.close();
  }
}

export async function registerWebhook(bank: Bank, callbackUrl: string, asksForCertificate: boolean): Promise<void> {
  const client = createBacenPixClient(bank);
  try {
    const deadline = deadlineIn(client.timeoutMs);
    const done = await writeWebhook(client.calls, bank.access, callbackUrl, asksForCertificate, deadline);
    if (!done.ok) throw new BankSetupError(`the bank did not register the webhook (${done.reason})`);
  } finally {
    await client.close();
  }
}

async function* checkAnswers(client: BacenPixClient, bank: Bank, callbackUrl: string): AsyncGenerator<CheckStep> {
  const granted = await checkToken(client.token, client.timeoutMs);
  yield { step: 'token', says: 'granted' };
  const useful = profileOf(bank.access.profile).hasCobv ? [...SCOPES, ...COBV_SCOPES] : SCOPES;
  yield* checkScopes(granted, useful, NEEDED);
  // Nobody has this charge: a bank that says so has understood the question and answers us.
  const reference = randomBytes(16).toString('hex');
  const asked = await client.query({ reference, transactionId: null, endToEndId: null });
  if (asked.outcome === 'unknown') throw new BankSetupError(`the bank does not answer about charges (${asked.reason})`);
  yield { step: 'charges', says: 'answered' };
  // A bank refuses this question without the scope, whosever the key is: the answer would tell nothing.
  if (mayAskAboutWebhook(granted)) yield* checkWebhook(client, bank, callbackUrl);
  else yield { step: 'key', says: 'not known, because the bank does not grant webhook.read' };
  yield* checkSending(client, bank, granted);
}

/** Nobody has this payout: a bank that says so would answer about ours. */
async function* checkSending(
  client: BacenPixClient,
  bank: Bank,
  granted: readonly string[] | null,
): AsyncGenerator<CheckStep> {
  const { sending } = profileOf(bank.access.profile);
  if (!sending || !client.payouts) return;
  const missing = sending.scopes.filter((scope) => granted !== null && !granted.includes(scope));
  if (missing.length > 0) {
    const says = `no payouts, because the bank does not grant ${missing.join(', ')}`;
    yield { step: 'payouts', isWarning: true, says };
    return;
  }
  const asked = await client.payouts.query({ reference: randomBytes(16).toString('hex') });
  if (asked.outcome === 'unknown')
    yield { step: 'payouts', isWarning: true, says: `the bank does not answer about payouts (${asked.reason})` };
  else yield { step: 'payouts', says: 'answered' };
}

function mayAskAboutWebhook(granted: readonly string[] | null): boolean {
  return granted === null || granted.includes('webhook.read');
}

async function* checkWebhook(client: BacenPixClient, bank: Bank, callbackUrl: string): AsyncGenerator<CheckStep> {
  const webhook = await readWebhook(client.calls, bank.access, deadlineIn(client.timeoutMs));
  if (webhook.outcome === 'refused')
    throw new BankSetupError(`the bank does not accept the PIX key (${webhook.reason})`);
  if (webhook.outcome === 'unknown') {
    yield { step: 'webhook', isWarning: true, says: `the bank does not say which webhook it has (${webhook.reason})` };
    return;
  }
  yield { step: 'key', says: 'accepted' };
  if (webhook.outcome === 'none') yield noWebhookYet(bank.name);
  else if (webhook.url.startsWith(callbackUrl))
    yield { step: 'webhook', says: `registered, at ${new URL(webhook.url).origin}` };
  else
    yield {
      step: 'webhook',
      isWarning: true,
      says: `the webhook of the key leads elsewhere, to ${hostOf(webhook.url)}`,
    };
}
