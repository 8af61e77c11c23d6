import { rekeySecrets } from '../../news/webhooks/endpoints/rekey-secrets.ts';
import { rekeySecondFactors } from '../../parties/accounts/second-factors/rekey-second-factors.ts';
import { CliError, command } from './command.ts';
import { withDatabase } from './database.ts';

/** How many one run names; the next run names the others. */
const MAX_NAMED = 20;

export const webhookRekey = command({
  name: 'rekey',
  description:
    'Encrypt under WEBHOOK_KEY what is under WEBHOOK_KEY_PREVIOUS: secrets of webhooks, second factors; ' +
    'may be repeated',
  examples: ['WEBHOOK_KEY=$NEW WEBHOOK_KEY_PREVIOUS=$OLD vintem webhook rekey'],
  args: {},
  run: (_args, terminal) =>
    withDatabase(async (deps) => {
      const { webhookKey: current, webhookKeyPrevious: previous } = deps.config;
      if (!current) throw new CliError('WEBHOOK_KEY is missing: set it to the key to encrypt with from now on');
      if (!previous) throw new CliError('WEBHOOK_KEY_PREVIOUS is missing: set it to the key that was used so far');
      const webhooks = await rekeySecrets(deps, { current, previous }, (count) =>
        terminal.progress(`${count} webhooks were encrypted again`),
      );
      const factors = await rekeySecondFactors(deps, { current, previous });
      const done = `${webhooks.resealed} webhooks were encrypted again, and ${factors.resealed} second factors`;
      const lost = [...named('webhook', webhooks.unopened), ...named('user', factors.unopened)];
      if (lost.length > 0) throw new CliError(`${done}, but neither key opens the secrets of ${lost.join(' and of ')}`);
      return {
        lines: [`${done}; nothing is left under the previous key`],
        json: { resealed: webhooks.resealed, resealed_second_factors: factors.resealed },
      };
    }),
});

function named(what: string, ids: readonly number[]): string[] {
  if (ids.length === 0) return [];
  return [`${what} ${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ', …' : ''}`];
}
