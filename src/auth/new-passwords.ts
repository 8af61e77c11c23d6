import { invalidField } from '../errors.ts';
import { hashPassword, MIN_PASSWORD_LENGTH } from './passwords.ts';

/** What the login takes at most. */
const MAX_PASSWORD_LENGTH = 1024;

export async function hashNewPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw invalidField('password', `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  }
  return hashPassword(password);
}
