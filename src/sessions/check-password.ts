import { logIn } from '../auth/log-in.ts';
import type { User } from '../auth/users.sql.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../errors.ts';
import type { WithWebhooks } from '../webhook-sender.ts';

/** Under the limits of a login: who guesses here is held up as one who guesses there. */
export async function checkPassword(
  deps: Deps & WithWebhooks,
  user: User,
  password: string,
  address: string,
  field = 'password',
): Promise<void> {
  try {
    await logIn(deps, { email: user.email, password }, address, 'the password');
  } catch (error) {
    // A 401 would say that nobody is logged in.
    if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
      throw invalidField(field, 'is not your password');
    throw error;
  }
}
