import { describeAnswer } from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import type { BankAccess } from './access.ts';
import type { PixCalls } from './bank.ts';
import { profileOf } from './profiles.ts';

export type WebhookReading =
  | { outcome: 'found'; url: string }
  | { outcome: 'none' }
  /** The bank does not know the key, or it is not this client's. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** What the bank has registered for our key; the answer also shows whether the key is this client's. */
export async function readWebhook(calls: PixCalls, access: BankAccess, deadline: Deadline): Promise<WebhookReading> {
  const answer = await calls.send(
    { class: 'queries', method: 'GET', resource: 'webhook', path: webhookPath(access) },
    deadline,
  );
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  const { statusCode, body, problem } = answer;
  const { webhookUrl } = (typeof body === 'object' && body !== null ? body : {}) as { webhookUrl?: unknown };
  if (statusCode === 200 && typeof webhookUrl === 'string') return { outcome: 'found', url: webhookUrl };
  if (statusCode === 404 && problem !== null) return { outcome: 'none' };
  return { outcome: statusCode === 400 || statusCode === 403 ? 'refused' : 'unknown', reason: describeAnswer(answer) };
}

/** `asksForCertificate`: whether our side lets in only who shows one. */
export async function writeWebhook(
  calls: PixCalls,
  access: BankAccess,
  url: string,
  asksForCertificate: boolean,
  deadline: Deadline,
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const { suffix, withoutMtls, alreadyRegistered } = profileOf(access.profile).webhook;
  const answer = await calls.send(
    {
      class: 'queries',
      method: 'PUT',
      resource: 'webhook',
      path: webhookPath(access),
      headers: asksForCertificate ? {} : { ...withoutMtls },
      body: { webhookUrl: url + suffix },
    },
    deadline,
  );
  if (!answer.isClear) return { ok: false, reason: answer.reason };
  const isDone = answer.statusCode >= 200 && answer.statusCode < 300;
  return isDone || answer.statusCode === alreadyRegistered
    ? { ok: true }
    : { ok: false, reason: describeAnswer(answer) };
}

function webhookPath({ pixKey }: BankAccess): string {
  return `/webhook/${encodeURIComponent(pixKey)}`;
}
