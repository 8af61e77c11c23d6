import type { Deps } from '../../../ground/deps.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { entranceOf } from '../../merchants/installation.rules.ts';
import { logIn } from '../log-in.ts';
import type { User } from '../users.sql.ts';

/** Under the limits of a login: who guesses here is held up as one who guesses there. */
export async function checkPassword(
  deps: Deps & WithWebhooks,
  user: User,
  password: string,
  address: string,
  field = 'password',
): Promise<void> {
  try {
    await logIn(deps, { email: user.email, password }, address, 'the password', entranceOf(user));
  } catch (error) {
    // A 401 would say that nobody is logged in.
    if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
      throw invalidField(field, 'is not your password');
    throw error;
  }
}
