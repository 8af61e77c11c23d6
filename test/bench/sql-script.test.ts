// The reference is only as good as the script it runs: what was recorded of an order must come out as the same
// statements with new values.
import { expect, test } from 'vitest';

const { pgbenchText } = await import(new URL('../../bench/support/sql-script.mjs', import.meta.url).href);
const { expressionOf, writesOf } = await import(
  new URL('../../bench/support/recorded-order.mjs', import.meta.url).href
);

test('a script for pgbench: variables first, a line for each statement, and what is kept is asked for by its column', () => {
  const script = {
    variables: { r: [1, 9] },
    statements: [
      { sql: "\n  INSERT INTO t\n  VALUES ('a' || :r)\n  RETURNING id", keeps: { payment_id: 'id' } },
      { sql: 'UPDATE t SET a = (:payment_id)::bigint' },
    ],
  };
  expect(pgbenchText(script)).toBe(
    "\\set r random(1, 9)\nINSERT INTO t VALUES ('a' || :r) RETURNING id \\gset\nUPDATE t SET a = (:id)::bigint;\n",
  );
});

test('only what writes is kept, one list for each commit', () => {
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  const said = (client: object, text: string) => ({ client, text });
  const insert = said(one, 'INSERT INTO a');
  const update = said(one, 'WITH x AS (UPDATE b SET c = 1 RETURNING *) SELECT * FROM x');
  const alone = said(other, 'DELETE FROM d');
  const recorded = [
    said(other, 'SELECT 1'),
    said(one, 'BEGIN'),
    insert,
    alone,
    said(one, 'SELECT * FROM e WHERE id = 1 FOR UPDATE'),
    said(one, 'SELECT * FROM e WHERE id = 1 FOR NO KEY UPDATE'),
    update,
    said(one, 'COMMIT'),
    said(other, 'BEGIN'),
    said(other, 'SELECT 2'),
    said(other, 'COMMIT'),
  ];
  expect(writesOf(recorded)).toEqual([[alone], [insert, update]]);
});

test('a value that differs between orders is made anew wherever it stands, the rest stays a literal', () => {
  const changing = [
    ['REF', "'ref' || :r"],
    ['777', ':payment_id'],
  ];
  expect(expressionOf('{"reference": "REF", "id": 777}', changing)).toBe(
    `'{"reference": "' || 'ref' || :r || '", "id": ' || :payment_id || '}'`,
  );
  expect(expressionOf('777', changing)).toBe(':payment_id');
  expect(expressionOf("it's", changing)).toBe("'it''s'");
});

test('no colon of a literal can be taken for a variable', () => {
  expect(expressionOf('{"a":true,"at":"17:40:00"}', [])).toBe(`('{"a":' || 'true,"at":"17:' || '40:' || '00"}')`);
});
