import { invalidField } from '../../../ground/errors.ts';
import { weaknessOfPassword } from './password.rules.ts';
import { hashPassword } from './passwords.ts';

/** Passwords that are common in Brazil and missing from the library's international list. */
const COMMON_IN_BRAZIL = [
  'mudar123',
  'mudar@123',
  'senha1234',
  'senha12345',
  'senha@123',
  'brasil123',
  'brasil10',
  'corinthians',
  'palmeiras',
];

/** `owner` holds the names and the e-mail of the account, which a guesser tries first. */
export async function hashNewPassword(password: string, owner: readonly string[], field = 'password'): Promise<string> {
  // The list is read only when somebody chooses a password: the service itself never needs it.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set([...dictionary['passwords-common'], ...COMMON_IN_BRAZIL]);
  const weakness = weaknessOfPassword(password, owner, (text) => common.has(text));
  if (weakness !== null) throw invalidField(field, weakness);
  return hashPassword(password);
}
