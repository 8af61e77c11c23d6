import { rekeySecrets } from '../webhooks/endpoints/rekey-secrets.ts';
import { CliError, command } from './command.ts';
import { withDatabase } from './database.ts';

/** How many webhooks one run names; the next run names the others. */
const MAX_NAMED = 20;

export const webhookRekey = command({
  name: 'rekey',
  description:
    'Encrypt under WEBHOOK_KEY the webhook secrets that are still under WEBHOOK_KEY_PREVIOUS; may be repeated',
  examples: ['WEBHOOK_KEY=$NEW WEBHOOK_KEY_PREVIOUS=$OLD vintem webhook rekey'],
  args: {},
  run: (_args, terminal) =>
    withDatabase(async (deps) => {
      const { webhookKey: current, webhookKeyPrevious: previous } = deps.config;
      if (!current) throw new CliError('WEBHOOK_KEY is missing: set it to the key to encrypt with from now on');
      if (!previous) throw new CliError('WEBHOOK_KEY_PREVIOUS is missing: set it to the key that was used so far');
      const { resealed, unopened } = await rekeySecrets(deps, { current, previous }, (count) =>
        terminal.progress(`${count} webhooks were encrypted again`),
      );
      if (unopened.length > 0) {
        const named = unopened.slice(0, MAX_NAMED).join(', ') + (unopened.length > MAX_NAMED ? ', …' : '');
        throw new CliError(
          `${resealed} webhooks were encrypted again, but neither key opens the secrets of webhook ${named}`,
        );
      }
      return {
        lines: [`${resealed} webhooks were encrypted again; nothing is left under the previous key`],
        json: { resealed },
      };
    }),
});
