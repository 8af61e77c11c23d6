import { invalidField } from '../errors.ts';

const MAX_NAME_LENGTH = 120;
const MAX_EMAIL_LENGTH = 254;
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function checkEmail(email: string): void {
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL_SHAPE.test(email)) throw invalidField('email', 'must be an e-mail address');
}

export function readAccountName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH) throw invalidField('name', `must have 1 to ${MAX_NAME_LENGTH} characters`);
  if (/\p{Cc}/u.test(name)) throw invalidField('name', 'must not contain control characters');
  return name;
}
