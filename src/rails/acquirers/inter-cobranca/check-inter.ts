import { randomBytes } from 'node:crypto';
import { BankSetupError, type ConfiguredBank } from '../acquirer-kind.ts';
import { describeAnswer, isNotFound, isSuccess } from '../bank-connection/bank-answers.ts';
import { deadlineIn } from '../bank-connection/bank-http.ts';
import {
  checkCertificate,
  checkScopes,
  checkToken,
  hostOf,
  noWebhookYet,
} from '../bank-connection/check-connection.ts';
import type { CheckStep } from '../check-step.rules.ts';
import type { InterAccess } from './access.ts';
import { readWebhookBody } from './inter-bodies.ts';
import { createInterCobrancaClient, type InterCobrancaClient, SCOPES } from './inter-cobranca-client.ts';

type Bank = ConfiguredBank<InterAccess>;

const WEBHOOK = '/cobrancas/webhook';

/** Certificate, token, scopes, account, webhook. */
export async function* checkInter(bank: Bank, callbackUrl: string): AsyncGenerator<CheckStep> {
  yield* checkCertificate(bank.access);
  const client = createInterCobrancaClient(bank);
  try {
    const granted = await checkToken(client.token, client.timeoutMs);
    yield { step: 'token', says: 'granted' };
    yield* checkScopes(granted, SCOPES, SCOPES);
    // Nobody has this charge: a bank that says so has understood the question and answers us.
    const reference = randomBytes(16).toString('hex');
    const asked = await client.query({ reference, transactionId: null, endToEndId: null });
    if (asked.outcome === 'unknown')
      throw new BankSetupError(`the bank does not answer about charges (${asked.reason})`);
    yield { step: 'charges', says: 'answered' };
    yield await webhookStep(client, bank, callbackUrl);
  } finally {
    await client.close();
  }
}

export async function registerWebhook(bank: Bank, callbackUrl: string): Promise<void> {
  const client = createInterCobrancaClient(bank);
  try {
    const body = { webhookUrl: callbackUrl };
    const deadline = deadlineIn(client.timeoutMs);
    const answer = await client.calls.send({ class: 'queries', method: 'PUT', path: WEBHOOK, body }, deadline);
    const isDone = answer.isClear && answer.statusCode >= 200 && answer.statusCode < 300;
    if (isDone) return;
    const reason = answer.isClear ? describeAnswer(answer) : answer.reason;
    throw new BankSetupError(`the bank did not register the webhook (${reason})`);
  } finally {
    await client.close();
  }
}

async function webhookStep(client: InterCobrancaClient, { name }: Bank, callbackUrl: string): Promise<CheckStep> {
  const warning = (says: string): CheckStep => ({ step: 'webhook', isWarning: true, says });
  const deadline = deadlineIn(client.timeoutMs);
  const answer = await client.calls.send({ class: 'queries', method: 'GET', path: WEBHOOK }, deadline);
  if (!answer.isClear) return warning(`the bank does not say which webhook it has (${answer.reason})`);
  if (isNotFound(answer)) return noWebhookYet(name);
  const reading = readWebhookBody(answer.body);
  if (!isSuccess(answer) || !reading.ok)
    return warning(`the bank does not say which webhook it has (${describeAnswer(answer)})`);
  const { webhookUrl } = reading.value;
  return webhookUrl.startsWith(callbackUrl)
    ? { step: 'webhook', says: `registered, at ${hostOf(webhookUrl)}` }
    : warning(`the webhook leads elsewhere, to ${hostOf(webhookUrl)}`);
}
