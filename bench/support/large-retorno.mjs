// A retorno of Banco do Brasil in which every title of an account was paid, however many there are: lines after the
// pattern of one that the fake bank writes.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { INVENTED_ACCOUNTS } from '../../dist/rails/fake-bank/cnab/account.rules.js';
import { PROFILES } from '../../dist/rails/fake-bank/cnab/profiles/profiles.rules.js';
import { retornoLines } from '../../dist/rails/fake-bank/cnab/retorno/retorno-lines.rules.js';

const CHUNK = 10_000;
/** A record has five digits for its place. */
const PLACES = 100_000;

const put = (line, from, text) => line.slice(0, from - 1) + text + line.slice(from - 1 + text.length);
const digits = (value, width) => String(value).padStart(width, '0');

export async function writeLargeRetorno(db, acquirer, fileNumber, path) {
  const [header, batch, t, u, batchTrailer, trailer] = patternOf(fileNumber);
  const out = createWriteStream(path, 'latin1');
  const write = async (line) => {
    if (!out.write(`${line}\r\n`)) await once(out, 'drain');
  };
  await write(header);
  await write(batch);
  let [titles, cents, after] = [0, 0, 0];
  for (let rows = await titlesAfter(db, acquirer, after); rows.length > 0; ) {
    for (const { our_number, reference, amount_cents } of rows) {
      titles += 1;
      cents += amount_cents;
      const place = (at) => digits(at % PLACES, 5);
      const amount = digits(amount_cents, 15);
      await write(
        put(put(put(put(t, 9, place(2 * titles - 1)), 38, our_number.padEnd(20)), 82, amount), 106, reference),
      );
      await write(put(put(put(u, 9, place(2 * titles)), 78, amount), 93, amount));
    }
    after = rows.at(-1).id;
    rows = await titlesAfter(db, acquirer, after);
  }
  await write(put(put(put(batchTrailer, 18, digits(2 * titles + 2, 6)), 24, digits(titles, 6)), 30, digits(cents, 17)));
  await write(put(trailer, 24, digits(2 * titles + 4, 6)));
  out.end();
  await once(out, 'finish');
}

function titlesAfter(db, acquirer, id) {
  return db.query(
    `SELECT id, our_number, left(reference, 25) AS reference, amount_cents FROM cnab_titles
     WHERE acquirer = $1 AND id > $2 ORDER BY id LIMIT ${CHUNK}`,
    [acquirer, id],
  );
}

function patternOf(fileNumber) {
  const payer = { type: '1', document: '52998224725', name: 'FULANO DE TAL' };
  const money = { paidCents: 1, creditedCents: 1, chargesCents: 0, discountCents: 0, abatementCents: 0, feeCents: 0 };
  const title = {
    number: '12345670000000001',
    digit: '',
    walletCode: '7',
    document: '',
    reference: 'x',
    amountCents: 1,
  };
  const movement = {
    ...{ ...money, code: '06', motives: [], isMoney: true, day: '2026-11-30', creditDay: '2026-12-01' },
    title: { ...title, dueDate: '2026-11-30', payer },
  };
  const retorno = { fileNumber, at: new Date(), movements: [movement] };
  return retornoLines(retorno, PROFILES.bb, INVENTED_ACCOUNTS.bb);
}
