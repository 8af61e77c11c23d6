import { kindOf } from '../../../rails/kinds.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { callbackUrlOf, findBank, NAME, readMode, tellingWhatFails } from './acquirer-stored.ts';

export const acquirerRegisterWebhook = command({
  name: 'register-webhook',
  description: 'Tell the bank where to send its callbacks (CALLBACK_URL, else PUBLIC_URL); the address holds a secret',
  examples: ['CALLBACK_URL=https://pix.example.com vintem acquirer register-webhook itau'],
  args: { name: NAME },
  run: (args) =>
    withDatabase(async (deps) => {
      const bank = await findBank(deps, args.name);
      const url = callbackUrlOf(deps, bank);
      const { origin, protocol } = new URL(url);
      const isPlain = protocol !== 'https:';
      if (isPlain && readMode() === 'live')
        throw new CliError('PUBLIC_URL or CALLBACK_URL must begin with https://: banks call nothing else');
      const asksForCertificate = deps.config.callbackTls !== null;
      await tellingWhatFails(kindOf(bank.kind).registerWebhook(bank, url, asksForCertificate));
      return {
        lines: [
          `webhook of ${bank.name} registered: the bank calls ${origin}`,
          ...(isPlain ? ['warning: the address is not https; a real bank calls nothing else'] : []),
        ],
        json: { name: bank.name, origin },
      };
    }),
});
