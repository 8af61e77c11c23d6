import { rekeyAcquirers } from '../../../gateway/bank-access/rekey-acquirers.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';

export const acquirerRekey = command({
  name: 'rekey',
  description: 'Encrypt under ACQUIRER_KEY the acquirers that are still under ACQUIRER_KEY_PREVIOUS; may be repeated',
  examples: ['ACQUIRER_KEY=$NEW ACQUIRER_KEY_PREVIOUS=$OLD vintem acquirer rekey'],
  args: {},
  run: () =>
    withDatabase(async (deps) => {
      const { acquirerKey: current, acquirerKeyPrevious: previous } = deps.config;
      if (!current) throw new CliError('ACQUIRER_KEY is missing: set it to the key to encrypt with from now on');
      if (!previous) throw new CliError('ACQUIRER_KEY_PREVIOUS is missing: set it to the key that was used so far');
      const { resealed, unopened } = await rekeyAcquirers(deps, { current, previous });
      if (unopened.length > 0)
        throw new CliError(`${resealed} acquirers were encrypted again, but neither key opens ${unopened.join(', ')}`);
      return {
        lines: [`${resealed} acquirers were encrypted again; nothing is left under the previous key`],
        json: { resealed },
      };
    }),
});
