import { BankSetupError, type ConfiguredBank } from '../acquirer-kind.ts';
import { describeAnswer, isSuccess } from '../bank-connection/bank-answers.ts';
import { deadlineIn } from '../bank-connection/bank-http.ts';
import { checkCertificate, checkToken, hostOf, noWebhookYet } from '../bank-connection/check-connection.ts';
import type { CheckStep } from '../check-step.rules.ts';
import type { SicoobAccess } from './access.ts';
import { NO_CONTENT, whoAsksInQuery } from './sicoob.ts';
import { readRangesBody } from './sicoob-bodies.ts';
import { createSicoobCobrancaClient, type SicoobCobrancaClient } from './sicoob-cobranca-client.ts';
import { readWebhooks, writeWebhook } from './sicoob-webhook.ts';

type Bank = ConfiguredBank<SicoobAccess>;

/** Nobody has it: a bank that says so has understood the question and answers us. */
const NOBODYS_NUMBER = '1';

/** Certificate, token, contract, numbers, webhook. Scopes are not judged: applications are given different ones. */
export async function* checkSicoob(bank: Bank, callbackUrl: string): AsyncGenerator<CheckStep> {
  yield* checkCertificate(bank.access);
  const client = createSicoobCobrancaClient(bank);
  try {
    const granted = await checkToken(client.token, client.timeoutMs);
    yield { step: 'token', says: 'granted' };
    yield { step: 'scopes', says: granted === null ? 'the bank does not say' : granted.join(' ') };
    const query = { ...whoAsksInQuery(bank), nossoNumero: NOBODYS_NUMBER };
    const deadline = deadlineIn(client.timeoutMs);
    const answer = await client.calls.send({ class: 'queries', method: 'GET', path: '/boletos', query }, deadline);
    const isAnswered = answer.isClear && (isSuccess(answer) || answer.statusCode === NO_CONTENT);
    if (!isAnswered) {
      const reason = answer.isClear ? describeAnswer(answer) : answer.reason;
      throw new BankSetupError(`the bank does not answer about charges (${reason})`);
    }
    yield { step: 'charges', says: 'answered' };
    yield await numbersStep(client, bank);
    yield await webhookStep(client, bank, callbackUrl);
  } finally {
    await client.close();
  }
}

export async function registerWebhook(bank: Bank, callbackUrl: string): Promise<void> {
  const client = createSicoobCobrancaClient(bank);
  try {
    const done = await writeWebhook(client.calls, callbackUrl, deadlineIn(client.timeoutMs));
    if (!done.ok) throw new BankSetupError(`the bank did not register the webhook (${done.reason})`);
  } finally {
    await client.close();
  }
}

/** One is enough to know, and no more is lost should the bank keep for us what it names. The bank draws them itself. */
const NUMBERS_ASKED = '1';

async function numbersStep(client: SicoobCobrancaClient, bank: Bank): Promise<CheckStep> {
  const warning = (says: string): CheckStep => ({ step: 'numbers', isWarning: true, says });
  const query = { ...whoAsksInQuery(bank), quantidade: NUMBERS_ASKED };
  const call = { class: 'queries', method: 'GET', path: '/boletos/faixas-nosso-numero', query } as const;
  const answer = await client.calls.send(call, deadlineIn(client.timeoutMs));
  if (!answer.isClear) return warning(`the bank does not say whether numbers are free (${answer.reason})`);
  const ranges = isSuccess(answer) ? readRangesBody(answer.body) : null;
  if (answer.statusCode !== NO_CONTENT && !ranges?.ok)
    return warning(`the bank does not say whether numbers are free (${describeAnswer(answer)})`);
  const [first] = ranges?.ok ? ranges.value.resultado : [];
  return first
    ? { step: 'numbers', says: `free, the next is ${first.numeroInicial}` }
    : warning('no number (nosso número) is free under this contract; ask the cooperative for another range');
}

async function webhookStep(client: SicoobCobrancaClient, { name }: Bank, callbackUrl: string): Promise<CheckStep> {
  const warning = (says: string): CheckStep => ({ step: 'webhook', isWarning: true, says });
  const known = await readWebhooks(client.calls, deadlineIn(client.timeoutMs));
  if (known.outcome === 'unknown') return warning(`the bank does not say which webhook it has (${known.reason})`);
  const [first] = known.webhooks;
  if (!first) return noWebhookYet(name);
  const ours = known.webhooks.find(({ url }) => url.startsWith(callbackUrl));
  if (!ours) return warning(`the webhook leads elsewhere, to ${hostOf(first.url)}`);
  if (ours.state === 'inactive')
    return warning(`the bank has switched the webhook off. Run vintem acquirer register-webhook ${name}`);
  return { step: 'webhook', says: `${ours.state === 'validated' ? 'registered' : ours.state}, at ${hostOf(ours.url)}` };
}
