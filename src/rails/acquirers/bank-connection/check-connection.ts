import { BankSetupError } from '../acquirer-kind.ts';
import { judgeEnd } from '../certificates/certificate-end.rules.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import { deadlineIn } from './bank-http.ts';
import type { BankToken } from './bank-token.ts';
import type { Connection } from './connection.ts';

/** What `vintem acquirer check` says of our certificate. */
export function checkCertificate({ certificatePem }: Pick<Connection, 'certificatePem'>): string[] {
  if (!certificatePem) return ['certificate: none'];
  const { subject, issuer, notAfter } = describeCertificate(certificatePem);
  const { day, daysLeft, state } = judgeEnd(notAfter, new Date());
  if (state === 'ended') throw new BankSetupError(`the certificate of ${subject} ended on ${day}`);
  return [
    `certificate: ${subject}, issued by ${issuer}, valid until ${day}`,
    ...(state === 'ends soon' ? [`warning: the certificate ends in ${daysLeft} days, on ${day}`] : []),
  ];
}

/** The scopes that the bank has granted, null where it does not say which. */
export async function checkToken(token: BankToken, timeoutMs: number): Promise<string[] | null> {
  const granted = await token.get(deadlineIn(timeoutMs));
  if (!granted.ok) throw new BankSetupError(`the bank gives no token (${granted.reason.replace(/^no token: /, '')})`);
  return granted.scopes === null ? null : granted.scopes.split(/[\s,]+/).filter(Boolean);
}

/** `asked`: all that are of use. Without one of `needed` there are no payments. */
export function checkScopes(
  granted: readonly string[] | null,
  asked: readonly string[],
  needed: readonly string[],
): string[] {
  if (granted === null) return ['scopes: the bank does not say'];
  const missing = asked.filter((scope) => !granted.includes(scope));
  const lacking = needed.filter((scope) => missing.includes(scope));
  if (lacking.length > 0)
    throw new BankSetupError(`the bank does not grant ${lacking.join(', ')}: ask it for these scopes`);
  const shown = asked.filter((scope) => granted.includes(scope)).join(' ');
  return [`scopes: ${shown}`, ...(missing.length > 0 ? [`warning: not granted: ${missing.join(' ')}`] : [])];
}

/** Only where it leads: the rest of an address may be a secret. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that cannot be read';
}
