// What pgbench does, where it is not installed: each client runs the script again and again, by prepared statements, on
// a connection of its own.
import { randomInt } from 'node:crypto';
import pg from 'pg';

const VARIABLE = /(?<!:):([a-z_]+)\b/g;
/** `randomInt` spans no more than 48 bits. */
const MOST = 2 ** 47;

process.once('message', async (task) => {
  process.send(await run(task).catch((error) => ({ error: error.message })), () => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});

async function run({ url, script, clients, seconds }) {
  const statements = script.statements.map(prepared);
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  let count = 0;
  const startedAt = performance.now();
  const loop = async (client) => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const values = Object.fromEntries(
        Object.entries(script.variables).map(([name, [from, to]]) => [name, randomInt(from, Math.min(to, MOST))]),
      );
      for (const { name, text, variables, keeps } of statements) {
        const { rows } = await client.query({
          name,
          text,
          values: variables.map((variable) => String(values[variable])),
        });
        for (const [variable, column] of Object.entries(keeps ?? {})) values[variable] = rows[0][column];
      }
      count++;
    }
  };
  await Promise.all(connections.map(loop));
  const rate = count / ((performance.now() - startedAt) / 1_000);
  await Promise.all(connections.map((client) => client.end()));
  return { rate };
}

function prepared({ sql, keeps }, index) {
  const variables = [];
  const text = sql.replaceAll(VARIABLE, (_, name) => {
    if (!variables.includes(name)) variables.push(name);
    return `$${variables.indexOf(name) + 1}`;
  });
  return { name: `statement_${index}`, text, variables, keeps };
}
