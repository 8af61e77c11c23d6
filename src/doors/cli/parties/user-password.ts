import { changePassword } from '../../../parties/accounts/passwords/change-password.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { choosePassword, PASSWORD_HELP } from '../values.ts';

export const userPassword = command({
  name: 'password',
  description: "Set a user's password and end all its sessions",
  examples: [`VINTEM_PASSWORD='correct horse battery' vintem user password --email financeiro@boavista.example`],
  args: {
    email: { type: 'string', required: true, description: 'e-mail of the user' },
    password: { type: 'string', description: PASSWORD_HELP },
  },
  async run({ email, password: option }) {
    const { password, isGenerated } = choosePassword(option);
    const changed = await withDatabase((deps) => changePassword(deps, { email, password }));
    const login = isGenerated ? [`password, shown this once: ${password}`] : [];
    return {
      lines: [`password of ${changed.email} changed; earlier sessions are over`, ...login],
      json: { email: changed.email, ...(isGenerated ? { password } : {}) },
    };
  },
});
