import { command } from './command.ts';
import { migrateDatabase } from './database.ts';

export const migrateCommand = command({
  name: 'migrate',
  description: 'Bring the database to the schema of this version',
  args: {},
  async run() {
    const applied = await migrateDatabase();
    const line = applied.length > 0 ? `database migrated: ${applied.join(', ')}` : 'the database is up to date';
    return { lines: [line], json: { applied } };
  },
});
