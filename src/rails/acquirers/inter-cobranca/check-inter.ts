import { randomBytes } from 'node:crypto';
import { BankSetupError, type ConfiguredBank } from '../acquirer-kind.ts';
import { describeAnswer, isNotFound, isSuccess } from '../bank-connection/bank-answers.ts';
import { deadlineIn } from '../bank-connection/bank-http.ts';
import { checkCertificate, checkScopes, checkToken, hostOf } from '../bank-connection/check-connection.ts';
import type { InterAccess } from './access.ts';
import { readWebhookBody } from './inter-bodies.ts';
import { createInterCobrancaClient, type InterCobrancaClient, SCOPES } from './inter-cobranca-client.ts';

type Bank = ConfiguredBank<InterAccess>;

const WEBHOOK = '/cobrancas/webhook';

/** Certificate, token, scopes, account, webhook. */
export async function checkInter(bank: Bank, callbackUrl: string): Promise<string[]> {
  const certificate = checkCertificate(bank.access);
  return withClient(bank, async (client) => {
    const granted = await checkToken(client.token, client.timeoutMs);
    const scopes = checkScopes(granted, SCOPES, SCOPES);
    // Nobody has this charge: a bank that says so has understood the question and answers us.
    const reference = randomBytes(16).toString('hex');
    const asked = await client.query({ reference, transactionId: null, endToEndId: null });
    if (asked.outcome === 'unknown')
      throw new BankSetupError(`the bank does not answer about charges (${asked.reason})`);
    return [
      ...certificate,
      'token: granted',
      ...scopes,
      'charges: answered',
      await webhookLine(client, bank, callbackUrl),
    ];
  });
}

export async function registerWebhook(bank: Bank, callbackUrl: string): Promise<void> {
  await withClient(bank, async (client) => {
    const body = { webhookUrl: callbackUrl };
    const deadline = deadlineIn(client.timeoutMs);
    const answer = await client.calls.send({ class: 'queries', method: 'PUT', path: WEBHOOK, body }, deadline);
    const isDone = answer.isClear && answer.statusCode >= 200 && answer.statusCode < 300;
    if (isDone) return;
    const reason = answer.isClear ? describeAnswer(answer) : answer.reason;
    throw new BankSetupError(`the bank did not register the webhook (${reason})`);
  });
}

async function withClient<Result>(bank: Bank, work: (client: InterCobrancaClient) => Promise<Result>): Promise<Result> {
  const client = createInterCobrancaClient(bank);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function webhookLine(client: InterCobrancaClient, { name }: Bank, callbackUrl: string): Promise<string> {
  const deadline = deadlineIn(client.timeoutMs);
  const answer = await client.calls.send({ class: 'queries', method: 'GET', path: WEBHOOK }, deadline);
  if (!answer.isClear) return `warning: the bank does not say which webhook it has (${answer.reason})`;
  if (isNotFound(answer))
    return `warning: no webhook yet; payments are found by asking. Run vintem acquirer register-webhook ${name}`;
  const reading = readWebhookBody(answer.body);
  if (!isSuccess(answer) || !reading.ok)
    return `warning: the bank does not say which webhook it has (${describeAnswer(answer)})`;
  const { webhookUrl } = reading.value;
  return webhookUrl.startsWith(callbackUrl)
    ? `webhook: registered, at ${hostOf(webhookUrl)}`
    : `warning: the webhook leads elsewhere, to ${hostOf(webhookUrl)}`;
}
