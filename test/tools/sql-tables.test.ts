// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are sources that hold templates.
import { describe, expect, test } from 'vitest';
// @ts-expect-error: the tools are plain JavaScript.
import { tablesIn } from '../../tools/check/sql-tables.mjs';

interface Touch {
  name: string | null;
  access: 'read' | 'write';
  line: number;
}

const touchesOf = (source: string) =>
  (tablesIn(source, 'planted.ts') as Touch[]).map(({ name, access }) => `${access} ${name}`);

describe('tables in the SQL of a source', () => {
  test.each([
    ["db.query('SELECT 1 FROM payments')", ['read payments']],
    ['db.query("DELETE FROM payments WHERE id = $1")', ['write payments']],
    ['db.query(`UPDATE payments SET status = ${status}`)', ['write payments']],
    ['db.query(sql`INSERT INTO refunds (id) VALUES (1)`)', ['write refunds']],
    ["db.query('SELECT 1 ' + 'FROM pay' + 'ments')", ['read payments']],
    ["db.query('DELETE ' + ('FROM ' + `payments`))", ['write payments']],
    ["db.query(`SELECT 1 FROM ${'payments'}`)", ['read payments']],
    ["db.query('select 1 from payments, refunds r')", ['read payments', 'read refunds']],
    [
      'db.query(\'SELECT 1 FROM "payments" p, public.refunds, "public" . "events"\')',
      ['read payments', 'read refunds', 'read events'],
    ],
    ["db.query('SELECT 1 FROM Payments')", ['read payments']],
    [
      "db.query('SELECT 1 FROM a JOIN payments ON f(a.x, 1) = 2, refunds')",
      ['read a', 'read payments', 'read refunds'],
    ],
    ["db.query('SELECT 1 FROM (SELECT 1 FROM a WHERE true) s, refunds')", ['read a', 'read refunds']],
    ["db.query('SELECT 1 FROM (payments JOIN a USING (id))')", ['read payments', 'read a']],
    ["db.query('SELECT 1 FROM /* of all */ ONLY -- really\\n payments')", ['read payments']],
    ["db.query(`SELECT '--', 1 FROM payments WHERE x = 'it''s FROM refunds'`)", ['read payments']],
    ["db.query('DELETE FROM a USING payments, refunds')", ['write a', 'read payments', 'read refunds']],
    ["db.query('UPDATE a SET x = 1, y = 2 FROM payments')", ['write a', 'read payments']],
    ["db.query('TRUNCATE a, payments')", ['write a', 'write payments']],
    ["db.query('MERGE INTO payments USING a ON true')", ['write payments', 'read a']],
    ["db.query(`SELECT ${many.map((one) => '(SELECT 1 FROM payments)')}`)", ['read payments']],
    ["removeOldest(tx, 'payments', 'created_at', range)", ['write payments']],
    ["foldDeltas(tx, 'payments', 'refunds', counting, null)", ['write payments', 'write refunds']],
  ])('%s', (source, expected) => {
    expect(touchesOf(source)).toEqual(expected);
  });

  test.each([
    ['db.query(`SELECT 1 FROM ${table}`)'],
    ['db.query(`SELECT 1 FROM ${schema}.payments`)'],
    ['db.query(`SELECT 1 FROM public.${table}`)'],
    ["db.query('select 1 from ' + table)"],
    ["db.query(['SELECT 1 FROM', table].join(' '))"],
    ["db.query('INSERT INTO '.concat(table))"],
    ['db.query(`SELECT 1 FROM a, ${table}`)'],
    ["removeOldest(tx, table, 'created_at', range)"],
  ])('%s leaves a name open', (source) => {
    expect(touchesOf(source).at(-1)).toMatch(/ null$/);
  });

  test.each([
    ['`SELECT 1 FROM a ${join} WHERE x IS DISTINCT FROM ${value} FOR UPDATE ${wait}`', ['read a']],
    ['`REVOKE ALL ON ALL TABLES FROM PUBLIC, ${role}`', []],
    ['`SELECT 1 FROM (${query}) q`', []],
    ["'a message from ' + sender", []],
    ["query['from']", []],
    ["{ method: 'DELETE' }", []],
  ])('%s leaves none open', (source, expected) => {
    expect(touchesOf(`const a = ${source}`)).toEqual(expected);
  });
});
