import { readItems } from '../answer-check.ts';
import { describeAnswer, isSuccess } from '../bank-connection/bank-answers.ts';
import type { Answer, BankCall, BankCalls } from '../bank-connection/bank-calls.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { NO_CONTENT } from './sicoob.ts';
import { readWebhookBody, readWebhooksBody } from './sicoob-bodies.ts';

const PATH = '/webhooks';
/** Payments, of today: the only kind that there is. */
const PAYMENTS = 7;
const TODAY = 1;

const STATES = { 1: 'awaits validation', 2: 'validated', 3: 'inactive' } as const;
type State = (typeof STATES)[keyof typeof STATES] | 'unknown';

export interface Webhook {
  id: string;
  url: string;
  state: State;
}

export type WebhookReading = { outcome: 'found'; webhooks: Webhook[] } | { outcome: 'unknown'; reason: string };

export async function readWebhooks(calls: BankCalls, deadline: Deadline): Promise<WebhookReading> {
  const query = { codigoTipoMovimento: String(PAYMENTS) };
  const answer = await calls.send({ class: 'queries', method: 'GET', path: PATH, query }, deadline);
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (answer.statusCode === NO_CONTENT) return { outcome: 'found', webhooks: [] };
  const reading = readWebhooksBody(answer.body);
  if (!isSuccess(answer) || !reading.ok) return { outcome: 'unknown', reason: describeAnswer(answer) };
  const { items } = readItems(reading.value.resultado, 'resultado', readWebhookBody);
  const webhooks = items.map(({ idWebhook, url, codigoSituacao }) => ({
    id: String(idWebhook),
    url,
    state: STATES[codigoSituacao as keyof typeof STATES] ?? ('unknown' as const),
  }));
  return { outcome: 'found', webhooks };
}

/** The one that there is gets the address, or is woken up; the bank then validates it by a call. */
export async function writeWebhook(
  calls: BankCalls,
  url: string,
  deadline: Deadline,
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const known = await readWebhooks(calls, deadline);
  if (known.outcome === 'unknown') return { ok: false, reason: known.reason };
  const call = callFor(known.webhooks, url);
  return call === null ? { ok: true } : judge(await calls.send(call, deadline));
}

/** Null where nothing is to be done. */
function callFor(webhooks: readonly Webhook[], url: string): BankCall | null {
  const ours = webhooks.find((webhook) => webhook.url === url);
  if (ours) {
    const path = `${PATH}/${encodeURIComponent(ours.id)}/reativar`;
    return ours.state === 'inactive' ? { class: 'queries', method: 'PATCH', path } : null;
  }
  const [other] = webhooks;
  if (other) {
    const path = `${PATH}/${encodeURIComponent(other.id)}`;
    return { class: 'queries', method: 'PATCH', path, body: { url } };
  }
  const body = { url, codigoTipoMovimento: PAYMENTS, codigoPeriodoMovimento: TODAY };
  return { class: 'queries', method: 'POST', path: PATH, body };
}

function judge(answer: Answer): { ok: true } | { ok: false; reason: string } {
  if (!answer.isClear) return { ok: false, reason: answer.reason };
  const isDone = answer.statusCode >= 200 && answer.statusCode < 300;
  return isDone ? { ok: true } : { ok: false, reason: describeAnswer(answer) };
}
