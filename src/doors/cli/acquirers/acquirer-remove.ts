import { removeAcquirer } from '../../../gateway/bank-access/remove-acquirer.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { NAME, readName } from './acquirer-stored.ts';

const MOST_NAMED = 20;

export const acquirerRemove = command({
  name: 'remove',
  description: 'Forget an acquirer; refused while companies use it or payments may still need it',
  examples: ['vintem acquirer remove itau'],
  args: { name: NAME },
  async run(args) {
    const name = readName(args.name);
    const removal = await withDatabase((deps) => removeAcquirer(deps, name));
    switch (removal.outcome) {
      case 'unknown':
        throw new CliError(`there is no acquirer ${name}; vintem acquirer list shows those there are`);
      case 'used': {
        const named = removal.companyIds.slice(0, MOST_NAMED).join(', ');
        throw new CliError(`${name} issues the payments of company ${named}: give them another acquirer first`);
      }
      case 'needed':
        throw new CliError(
          `${removal.payments} payments still need ${name}: they are open, or were paid in the last 90 days`,
        );
      case 'removed':
        return { lines: [`acquirer ${name} removed`], json: { name, removed: true } };
    }
  },
});
