import { invalidField } from '../../ground/errors.ts';
import { isEmail, isOneLine, TEXT_PROBLEMS } from '../../ground/text/visible-text.rules.ts';

export const MAX_NAME_LENGTH = 120;

/** People who log in have an e-mail address on the internet, whose domain has a dot. */
export function checkEmail(email: string): void {
  if (!isEmail(email) || !/@.+\../.test(email)) throw invalidField('email', 'must be an e-mail address');
}

export function readAccountName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw invalidField('name', `must have 1 to ${MAX_NAME_LENGTH} characters`);
  if (!isOneLine(name)) throw invalidField('name', TEXT_PROBLEMS['one-line']);
  return name;
}
