import { checkEmail } from '../../../parties/accounts/account.rules.ts';
import { normalizeEmail } from '../../../parties/accounts/log-in.ts';
import { makeResetLink } from '../../../parties/accounts/passwords/make-reset-link.ts';
import { findActiveUserByEmail } from '../../../parties/accounts/users.sql.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { refuseMissingPublicUrl } from '../values.ts';

export const userResetLink = command({
  name: 'reset-link',
  description: 'Make a link by which a user chooses another password; good for an hour, once',
  examples: ['vintem user reset-link ana@loja.example'],
  args: { email: { type: 'positional', required: true, description: 'e-mail of the user' } },
  async run(args) {
    refuseMissingPublicUrl();
    const email = normalizeEmail(args.email);
    checkEmail(email);
    const { url, expiresAt } = await withDatabase(async (deps) => {
      const user = await findActiveUserByEmail(deps.db, email);
      if (!user) throw new CliError(`${email} does not belong to any active user`);
      return makeResetLink(deps, deps.db, user);
    });
    const until = expiresAt.toISOString();
    return {
      lines: [`give this link to ${email}; it is shown this once and holds until ${until}:`, url],
      json: { email, url, expires_at: until },
    };
  },
});
