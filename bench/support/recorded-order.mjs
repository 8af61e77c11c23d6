// The durable statements of an order, taken from a real one: it goes through the whole service on a database of its own
// while every statement is written down. What it wrote becomes a script, with the values that differ between orders
// made anew each time. So the reference is always today's SQL over today's record sets, and nothing here has to be kept
// in step with it.
import pg from 'pg';
import { logIn, orderBody, patientPool } from './stage.mjs';
import { startVintemWithAcquirer } from './vintem-with-acquirer.mjs';

const DOCUMENT = '98765432100';
/** A number that no other value of an order has. */
const PAYMENT_ID = 777_000_001;
/** Connections of the sandbox acquirer, which is there and is not asked, and our own. */
const NOT_OF_THE_ORDER = ['vintem-sandbox-acquirer', 'vintem-bench'];
/** A read that only locks is none. */
const WRITE = /\b(INSERT\s+INTO|(?<!\bFOR\s+(NO\s+KEY\s+)?)UPDATE|DELETE\s+FROM)\b/i;

/** `{ variables, statements }`, as `sql-script.mjs` wants it; every table it writes is the service's own. */
export async function recordOrder(database, acquirerUrl) {
  const vintem = await startVintemWithAcquirer(
    {
      PORT: '0',
      LOG_LEVEL: 'error',
      VINTEM_ROLE: 'api',
      DATABASE_URL: database.serviceUrl,
      DATABASE_OWNER_URL: database.url,
    },
    acquirerUrl,
  );
  const owner = patientPool(database.url);
  try {
    await owner.query(`ALTER TABLE payments ALTER COLUMN id RESTART WITH ${PAYMENT_ID}`);
    const headers = { authorization: `Bearer ${await logIn(vintem.url)}`, 'content-type': 'application/json' };
    const recorded = await whileRecording(async () => {
      const response = await fetch(`${vintem.url}/payments/order`, {
        method: 'POST',
        headers,
        body: orderBody(DOCUMENT),
      });
      if (!response.ok)
        throw new Error(`the order to be recorded was answered ${response.status}: ${await response.text()}`);
    });
    return await scriptOf(owner, writesOf(recorded));
  } finally {
    await owner.close();
    await vintem.close();
  }
}

/** Statements of the service, in the order in which they were sent, each with its answer. */
async function whileRecording(work) {
  const recorded = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(config, values, callback) {
    const statement = {
      client: this,
      text: config.text ?? config,
      values: config.values ?? (Array.isArray(values) ? values : []),
    };
    if (!NOT_OF_THE_ORDER.includes(this.connectionParameters.application_name)) recorded.push(statement);
    const take = (result) => {
      statement.rows = result?.rows;
      return result;
    };
    const last = [callback, values].find((argument) => typeof argument === 'function');
    if (!last) return query.call(this, config, values).then(take);
    const answered = (error, result) => last(error, take(result));
    return typeof values === 'function'
      ? query.call(this, config, answered)
      : query.call(this, config, values, answered);
  };
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return recorded;
}

/**
 * The statements that write, one list for each commit. What is only read is left out: the reference is
 * the durable work.
 */
export function writesOf(recorded) {
  const commits = [];
  const open = new Map();
  for (const statement of recorded) {
    const { client, text } = statement;
    if (/^\s*BEGIN/i.test(text)) open.set(client, []);
    else if (/^\s*COMMIT/i.test(text)) {
      if (open.get(client)?.length > 0) commits.push(open.get(client));
      open.delete(client);
    } else if (WRITE.test(text)) {
      if (open.has(client)) open.get(client).push(statement);
      else commits.push([statement]);
    }
  }
  return commits;
}

async function scriptOf(owner, commits) {
  const [payment] = await owner.query('SELECT id, reference, order_number, public_token FROM payments');
  const events = await owner.query('SELECT id FROM events');
  if (payment?.id !== PAYMENT_ID) throw new Error('the order to be recorded was stored under another number');
  const changing = [
    [payment.reference, `'ref' || :r`],
    [payment.order_number, `'20261115-' || :r`],
    [payment.public_token, `'tok-' || :r || '-abcdefghijklmnop'`],
    [DOCUMENT, `lpad(:d, 11, '0')`],
    ...events.map(({ id }, index) => [id, `'evt_${index}_' || :r`]),
    [String(PAYMENT_ID), ':payment_id'],
  ];
  const statements = [];
  for (const writes of commits) {
    if (writes.length > 1) statements.push({ sql: 'BEGIN' });
    for (const write of writes) {
      const idColumn = Object.entries(write.rows?.[0] ?? {}).find(([, value]) => value === PAYMENT_ID)?.[0];
      const isFirst = !statements.some(({ keeps }) => keeps);
      statements.push({
        sql: await inlined(owner, write, changing),
        ...(idColumn && isFirst ? { keeps: { payment_id: idColumn } } : {}),
      });
    }
    if (writes.length > 1) statements.push({ sql: 'COMMIT' });
  }
  return { variables: { d: [1, 99_999_999_999], r: [1, 9_000_000_000_000_000] }, statements, commits: commits.length };
}

/** With its parameters in their places: literals, cast to the types that PostgreSQL sees in the statement. */
async function inlined(owner, { text, values }, changing) {
  const types = await parameterTypes(owner, text);
  return text.replaceAll(/\$(\d+)\b/g, (_, number) => {
    const value = textOf(values[number - 1]);
    return value === null ? 'NULL' : `(${expressionOf(value, changing)})::${types[number - 1]}`;
  });
}

async function parameterTypes(owner, text) {
  const client = await owner.pool.connect();
  try {
    await client.query(`PREPARE recorded AS ${text}`);
    const { rows } = await client.query(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'recorded'`,
    );
    await client.query('DEALLOCATE recorded');
    return rows[0].types;
  } finally {
    client.release();
  }
}

/** A value as the driver would send it. */
function textOf(value) {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value))
    return `{${value.map((one) => (one === null ? 'NULL' : JSON.stringify(textOf(one)))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A text as SQL, with each of the `changing` values (`[value, expression]`) replaced wherever it stands. */
export function expressionOf(text, changing) {
  const found = changing.find(([value]) => text.includes(value));
  if (!found) return literalOf(text);
  const [value, expression] = found;
  const at = text.indexOf(value);
  const parts = [
    expressionOf(text.slice(0, at), changing),
    expression,
    expressionOf(text.slice(at + value.length), changing),
  ];
  return parts.filter((part) => part !== "''").join(' || ');
}

/**
 * A colon before a word would be taken for a variable of the script, so the literal is cut in two there. The parts
 * stand in brackets: PostgreSQL puts them together once, when it plans, and not for each order.
 */
function literalOf(text) {
  const parts = text.replaceAll("'", "''").split(/(?<=:)(?=\w)/);
  const literals = parts.map((part) => `'${part}'`).join(' || ');
  return parts.length > 1 ? `(${literals})` : literals;
}
