import { callbackUrlOf } from '../../../gateway/bank-access/callback-url.ts';
import { checkLines } from '../../../rails/acquirers/check-step.rules.ts';
import { kindOf } from '../../../rails/kinds.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { findBank, NAME, tellingWhatFails } from './acquirer-stored.ts';

export const acquirerCheck = command({
  name: 'check',
  description: 'Try everything that payments need of a bank: certificate, token, scopes, key, webhook',
  examples: ['vintem acquirer check itau'],
  args: { name: NAME },
  run: (args) =>
    withDatabase(async (deps) => {
      const bank = await findBank(deps, args.name);
      const steps = kindOf(bank.kind).check(bank, callbackUrlOf(deps.config, bank));
      const lines = await tellingWhatFails(checkLines(steps));
      const warnings = lines.filter((line) => line.startsWith('warning: '));
      return { lines, json: { name: bank.name, works: true, lines, warnings } };
    }),
});
