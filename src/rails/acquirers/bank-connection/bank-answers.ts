import { type Unknown, unreadable } from '../unknown.ts';
import type { Answer } from './bank-calls.ts';

export type ClearAnswer = Extract<Answer, { isClear: true }>;

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

export function isSuccess({ statusCode }: ClearAnswer): boolean {
  return statusCode === 200 || statusCode === 201;
}

/** Without the bank's own wording, a 404 may come from a proxy in between. */
export function isNotFound({ statusCode, problem }: ClearAnswer): boolean {
  return statusCode === 404 && problem !== null;
}

/** The bank has understood the request and will not do it. A missing right (403) is for the operator to mend. */
export function isRefusal({ statusCode, problem }: ClearAnswer): boolean {
  return problem !== null && (statusCode === 400 || statusCode === 409 || statusCode === 422);
}

/** In the bank's own words, it did nothing of what was asked. That a token has ended says nothing of what was asked. */
export function isRejection(answer: ClearAnswer): boolean {
  return answer.problem !== null && isClientError(answer.statusCode) && answer.statusCode !== UNAUTHORIZED;
}

export function describeAnswer({ statusCode, problem }: ClearAnswer): string {
  return `answered ${statusCode}${problem ? ` (${problem.reason})` : ''}`;
}

/** Neither yes nor no. */
export function unclear(answer: Answer): Unknown {
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  const reason = describeAnswer(answer);
  return isClientError(answer.statusCode)
    ? { outcome: 'unknown', because: 'answered', reason }
    : { outcome: 'unknown', reason };
}

/** A page of HTML with status 200 says that something in between is broken; JSON is the bank's own word. */
export function misread({ body }: ClearAnswer, field: string): Unknown {
  return body === undefined ? { outcome: 'unknown', reason: 'the answer is no JSON' } : unreadable(field);
}

/** Slow and too many are about the moment; every other 4xx is about what was asked. */
function isClientError(statusCode: number): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== REQUEST_TIMEOUT && statusCode !== TOO_MANY_REQUESTS;
}
