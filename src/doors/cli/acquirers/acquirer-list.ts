import { listConfigs } from '../../../rails/acquirers/configs.sql.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';

export const acquirerList = command({
  name: 'list',
  description: 'List the acquirers that are configured',
  examples: ['vintem acquirer list', 'vintem acquirer list --json'],
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const configs = await listConfigs(db);
      const json = configs.map(({ name, kind, profile, updated_at }) => ({ name, kind, profile, updated_at }));
      const lines = json.map((one) => `${one.name} | ${one.kind} | ${one.profile} | ${one.updated_at.toISOString()}`);
      return { lines: lines.length > 0 ? lines : ['there is none'], json };
    }),
});
