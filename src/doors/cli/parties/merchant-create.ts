import { createMerchant } from '../../../parties/accounts/create-merchant.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { choosePassword, PASSWORD_HELP } from '../values.ts';

export const merchantCreate = command({
  name: 'create',
  description: 'Create a merchant and the user that logs in for it',
  examples: [`vintem merchant create --name 'Livraria Boa Vista' --email financeiro@boavista.example`],
  args: {
    name: { type: 'string', required: true, description: 'name of the merchant' },
    email: { type: 'string', required: true, description: 'e-mail to log in with' },
    password: { type: 'string', description: PASSWORD_HELP },
  },
  async run({ name, email, password: option }) {
    const { password, isGenerated } = choosePassword(option);
    const created = await withDatabase((deps) => createMerchant(deps, { name, email, password }));
    const login = isGenerated ? [`password, shown this once: ${password}`] : [];
    return {
      lines: [`merchant ${created.merchantId} created: ${created.name}, logs in with ${created.email}`, ...login],
      json: {
        merchant_id: created.merchantId,
        user_id: created.userId,
        name: created.name,
        email: created.email,
        ...(isGenerated ? { password } : {}),
      },
    };
  },
});
