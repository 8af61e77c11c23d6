import { rekeyAcquirers } from '../../../gateway/bank-access/rekey-acquirers.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';

/** How many destinations one run names; the next run names the others. */
const MAX_NAMED = 20;

export const acquirerRekey = command({
  name: 'rekey',
  description: 'Encrypt anew what ACQUIRER_KEY_PREVIOUS still opens: acquirers and destinations; may be repeated',
  examples: ['ACQUIRER_KEY=$NEW ACQUIRER_KEY_PREVIOUS=$OLD vintem acquirer rekey'],
  args: {},
  run: () =>
    withDatabase(async (deps) => {
      const { acquirerKey: current, acquirerKeyPrevious: previous } = deps.config;
      if (!current) throw new CliError('ACQUIRER_KEY is missing: set it to the key to encrypt with from now on');
      if (!previous) throw new CliError('ACQUIRER_KEY_PREVIOUS is missing: set it to the key that was used so far');
      const { resealed, unopened, destinations } = await rekeyAcquirers(deps, { current, previous });
      const done = `${resealed} acquirers were encrypted again, and ${destinations.resealed} destinations`;
      const lost = [...unopened, ...named(destinations.unopened)];
      if (lost.length > 0) throw new CliError(`${done}, but neither key opens ${lost.join(', ')}`);
      return {
        lines: [`${done}; nothing is left under the previous key`],
        json: { resealed, resealed_destinations: destinations.resealed },
      };
    }),
});

function named(ids: readonly number[]): string[] {
  return [...ids.slice(0, MAX_NAMED).map((id) => `destination ${id}`), ...(ids.length > MAX_NAMED ? ['and more'] : [])];
}
