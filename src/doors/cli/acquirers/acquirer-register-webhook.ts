import { registerWebhook } from '../../../gateway/bank-access/register-webhook.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { findBank, NAME, readMode, tellingWhatFails } from './acquirer-stored.ts';

export const acquirerRegisterWebhook = command({
  name: 'register-webhook',
  description: 'Tell the bank where to send its callbacks (CALLBACK_URL, else PUBLIC_URL); the address holds a secret',
  examples: ['CALLBACK_URL=https://pix.example.com vintem acquirer register-webhook itau'],
  args: { name: NAME },
  run: (args) =>
    withDatabase(async (deps) => {
      const bank = await findBank(deps, args.name);
      const { origin, isPlain } = await tellingWhatFails(registerWebhook(deps, readMode(), bank));
      return {
        lines: [
          `webhook of ${bank.name} registered: the bank calls ${origin}`,
          ...(isPlain ? ['warning: the address is not https; a real bank calls nothing else'] : []),
        ],
        json: { name: bank.name, origin },
      };
    }),
});
