import { migratedText } from '../../ground/db/migrate.ts';
import { command } from './command.ts';
import { migrateDatabase } from './database.ts';

export const migrateCommand = command({
  name: 'migrate',
  description: 'Bring the database to the schema of this version',
  examples: ['vintem migrate', 'DATABASE_OWNER_URL=$OWNER DATABASE_URL=$SERVICE vintem migrate'],
  args: {},
  async run(_args, terminal) {
    const applied = await migrateDatabase((name) => terminal.progress(`migration ${name}`));
    const line = applied.length > 0 ? migratedText(applied) : 'the database is up to date';
    return { lines: [line], json: { applied } };
  },
});
