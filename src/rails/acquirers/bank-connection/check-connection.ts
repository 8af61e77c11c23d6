import { BankSetupError } from '../acquirer-kind.ts';
import { judgeEnd } from '../certificates/certificate-end.rules.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import type { CheckStep } from '../check-step.rules.ts';
import { deadlineIn } from './bank-http.ts';
import type { BankToken } from './bank-token.ts';
import type { Connection } from './connection.ts';

/** What a check says of our certificate. */
export function* checkCertificate({ certificatePem }: Pick<Connection, 'certificatePem'>): Generator<CheckStep> {
  if (!certificatePem) {
    yield { step: 'certificate', says: 'none' };
    return;
  }
  const { subject, issuer, notAfter } = describeCertificate(certificatePem);
  const { day, daysLeft, state } = judgeEnd(notAfter, new Date());
  if (state === 'ended') throw new BankSetupError(`the certificate of ${subject} ended on ${day}`);
  yield { step: 'certificate', says: `${subject}, issued by ${issuer}, valid until ${day}` };
  if (state === 'ends soon')
    yield { step: 'certificate', isWarning: true, says: `the certificate ends in ${daysLeft} days, on ${day}` };
}

/** The scopes that the bank has granted, null where it does not say which. */
export async function checkToken(token: BankToken, timeoutMs: number): Promise<string[] | null> {
  const granted = await token.get(deadlineIn(timeoutMs));
  if (!granted.ok) throw new BankSetupError(`the bank gives no token (${granted.reason.replace(/^no token: /, '')})`);
  return granted.scopes === null ? null : granted.scopes.split(/[\s,]+/).filter(Boolean);
}

/** `asked`: all that are of use. Without one of `needed` there are no payments. */
export function* checkScopes(
  granted: readonly string[] | null,
  asked: readonly string[],
  needed: readonly string[],
): Generator<CheckStep> {
  if (granted === null) {
    yield { step: 'scopes', says: 'the bank does not say' };
    return;
  }
  const missing = asked.filter((scope) => !granted.includes(scope));
  const lacking = needed.filter((scope) => missing.includes(scope));
  if (lacking.length > 0)
    throw new BankSetupError(`the bank does not grant ${lacking.join(', ')}: ask it for these scopes`);
  yield { step: 'scopes', says: asked.filter((scope) => granted.includes(scope)).join(' ') };
  if (missing.length > 0) yield { step: 'scopes', isWarning: true, says: `not granted: ${missing.join(' ')}` };
}

/** Only where it leads: the rest of an address may be a secret. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that cannot be read';
}

export function noWebhookYet(name: string): CheckStep {
  const says = `no webhook yet; payments are found by asking. Run vintem acquirer register-webhook ${name}`;
  return { step: 'webhook', isWarning: true, says };
}
