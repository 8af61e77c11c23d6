import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetBankFiles } from '../../../src/gateway/bank-files/forget-bank-files.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import type { CnabAccount } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { resumeNumbers } from '../../../src/rails/cnab240/resume-numbers.ts';
import { FILE_BANK, type FileBank, openFileBank } from '../../support/cnab240/file-bank.ts';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { readPayment } from '../../support/money.ts';
import {
  addOperator,
  CONSOLE,
  callAtConsole,
  logInAtConsole,
  makePasswordsOld,
  type OperatorCall,
  OWN,
} from '../../support/operator-calls.ts';

const HALF_A_YEAR_MS = 181 * 86_400_000;

let gateway: TestGateway;
let files: FileBank;
let cookie: string;
let call: OperatorCall;
beforeAll(async () => {
  gateway = await startTestGateway({ SANDBOX_CLOCK: 'on' });
  cookie = await logInAtConsole(gateway);
  call = callAtConsole(gateway, cookie);
  files = await openFileBank(gateway);
});
afterAll(async () => {
  await gateway.close();
  await files.close();
});

const at = (path: string) => `/bank-accounts/${FILE_BANK}${path}`;

function upload(path: string, content: Buffer, type = 'application/octet-stream'): Promise<ApiAnswer> {
  return gateway.call('POST', CONSOLE + path, {
    rawBody: content,
    headers: { ...OWN, cookie, 'content-type': type },
  });
}

async function download(id: number): Promise<{ bytes: Buffer; name: string | null }> {
  const answer = await fetch(`${gateway.url}${CONSOLE}${at(`/files/${id}/content`)}`, { headers: { ...OWN, cookie } });
  expect(answer.status).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), name: answer.headers.get('content-disposition') };
}

const preview = async (content: Buffer) => {
  const { status, body } = await upload(at('/retornos/preview'), content);
  expect(status).toBe(200);
  return body;
};
const receive = (content: Buffer, plan: string) => upload(at(`/retornos?plan=${plan}`), content);

/** What waits goes to the bank, and its answer comes back. */
async function exchange(): Promise<Buffer> {
  const { body } = await call('POST', at('/remessas'));
  files.bring((await download(body.file.id)).bytes);
  return files.retorno();
}

const logged = async (action: string) =>
  (
    await gateway.database.db.query<{ actor_name: string; object_id: string; details: object }>(
      'SELECT actor_name, object_id, details FROM audit_log WHERE merchant_id = 0 AND action = $1 ORDER BY id',
      [action],
    )
  ).at(-1);

describe('a remessa', () => {
  it('is made now, kept, listed and downloaded; and who did that is written down', async () => {
    await files.sell();
    const accounts = (await call('GET', '/bank-accounts')).body.data;
    expect(accounts).toEqual([
      {
        ...{ name: FILE_BANK, profile: 'bb', waiting: expect.any(Number), waiting_since: expect.any(String) },
        ...{ has_outbox: false, has_inbox: false, send_at: null, is_behind_restore: false },
        numbers_left: expect.any(Number),
      },
    ]);
    const { status, body } = await call('POST', at('/remessas'));
    expect(status).toBe(201);
    expect(body).toEqual({
      file: {
        ...{ id: expect.any(Number), direction: 'remessa', number: expect.any(Number), day: files.day(0) },
        ...{ titles: accounts[0].waiting, amount: expect.any(Number), bytes: expect.any(Number) },
        ...{ sha256: expect.any(String), stored_at: expect.any(String) },
      },
      goes_to_outbox: false,
      set_aside: [],
    });
    const again = await call('POST', at('/remessas'));
    expect([again.status, again.body.file]).toEqual([200, null]);
    expect((await call('GET', at('/files?limit=1'))).body.data).toEqual([{ ...body.file, is_kept: true }]);
    const { data } = (await call('GET', at('/files?direction=retorno'))).body;
    expect(data.every(({ direction }: { direction: string }) => direction === 'retorno')).toBe(true);
    expectError(await call('GET', at('/files?direction=up')), invalid('direction'));
    expectError(await call('GET', at('/files?limit=1000')), invalid('limit'));
    const { bytes, name } = await download(body.file.id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.file.sha256);
    const { number, titles, amount, sha256 } = body.file;
    expect(name).toBe(`attachment; filename="filebank-${String(number).padStart(6, '0')}.rem"`);
    const told = { direction: 'remessa', number, titles, amount, sha256 };
    const who = { actor_name: 'Operação Demo', object_id: FILE_BANK, details: told };
    expect(await logged('bank_file.sent')).toEqual(who);
    expect(await logged('bank_file.downloaded')).toEqual(who);
    files.bring(bytes);
    const retorno = files.retorno();
    await receive(retorno, (await preview(retorno)).plan);
  });
});

describe('a retorno', () => {
  it('is seen before it is applied, and does what was seen: registered, then paid late', async () => {
    const late = await files.sell({
      due_date: files.day(1),
      fine: { percent: 200 },
      interest: { monthly_percent: 100 },
    });
    const registration = await exchange();
    const seen = await preview(registration);
    expect(seen).toMatchObject({
      is_known: false,
      missing: null,
      remarks: 0,
      has_more: false,
      titles: seen.lines.length,
    });
    expect(seen.lines).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'registered', does: 'changes_title', transaction_id: late },
        ...{ status_before: 'SENT', status_after: 'REGISTERED', paid: 0, fine: null, is_explained: null },
      }),
    );
    expect(await readPayment(gateway, files.shop, late)).toMatchObject({ registration: { status: 'WAITING' } });
    const { status, body } = await receive(registration, seen.plan);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      file: { direction: 'retorno', titles: seen.titles },
      outcome: { kinds: seen.kinds, does: seen.does, fees: seen.fees },
    });
    expect(await logged('bank_file.received')).toMatchObject({
      ...{ actor_name: 'Operação Demo', details: { direction: 'retorno', number: body.file.number } },
    });
    expect((await download(body.file.id)).bytes).toEqual(registration);

    await files.pass(12);
    const { number } = files.bank.titles().at(-1) as { number: string };
    files.bank.pay(number, { day: files.day(-2) });
    files.bank.chargeFee(number, 199);
    files.bank.addStranger({ number: '12345679999999999', amountCents: 7_700, reference: 'other', day: files.day(-3) });
    files.bank.say(number, { code: '99' });
    const paid = files.retorno();
    const before = await preview(paid);
    expect(before).toMatchObject({
      fees: { count: expect.any(Number), amount: expect.any(Number) },
      unknown: { count: 1, amount: 7_700 },
      booked: { unexplained: 0 },
      listed: expect.arrayContaining([
        expect.objectContaining({ remark: 'nobodys' }),
        expect.objectContaining({ remark: 'unknown_code', code: '99' }),
      ]),
    });
    const line = before.lines.find(({ kind }: { kind: string }) => kind === 'paid');
    expect(line).toMatchObject({ transaction_id: late, status_after: 'PAID', is_explained: true, fine: 300 });
    expect(line.interest).toBeGreaterThan(0);
    expect(line.paid).toBe(15_000 + line.fine + line.interest);
    expect((await receive(paid, before.plan)).status).toBe(200);
    await eventually(async () =>
      expect(await readPayment(gateway, files.shop, late)).toMatchObject({
        ...{ status: 2, paid_amount: line.paid, fine_paid: line.fine, interest_paid: line.interest, discount_given: 0 },
      }),
    );

    const known = await preview(paid);
    expect(known).toMatchObject({ is_known: true, lines: [], does: { changes_title: 0 } });
    expect((await receive(paid, known.plan)).body).toEqual({ file: null, outcome: null });
  });

  it('that would do something else by now is not applied at all', async () => {
    const id = await files.sell();
    const retorno = await exchange();
    const { plan } = await preview(retorno);
    await gateway.post(`/transactions/${id}/cancel`, {}, files.shop.session);
    const stale = await receive(retorno, plan);
    expectError(stale, { status: 409, code: 'RETORNO_PLAN_CHANGED' });
    const { body } = await call('GET', at('/files?direction=retorno'));
    const { plan: anew, number } = await preview(retorno);
    expect(body.data.map((file: { number: number }) => file.number)).not.toContain(number);
    expect(anew).not.toBe(plan);
    expect((await receive(retorno, anew)).status).toBe(200);
  });

  it('shows its lines some at a time', async () => {
    await files.sell();
    await files.sell();
    const retorno = await exchange();
    const all = await preview(retorno);
    const [first, ...others] = all.lines;
    const rest = (await upload(at(`/retornos/preview?after=${first.line}`), retorno)).body;
    expect([rest.lines, rest.plan, rest.kinds]).toEqual([others, all.plan, all.kinds]);
    expectError(await upload(at('/retornos/preview?after=x'), retorno), invalid('after'));
    await receive(retorno, all.plan);
  });

  it('with a mistake is refused with its place; so is what is no file', async () => {
    await files.sell();
    const retorno = await exchange();
    const broken = Buffer.from(retorno.toString('latin1').replace('0001300001', '0001300007'), 'latin1');
    const refused = await upload(at('/retornos/preview'), broken);
    expectError(refused, { status: 400, code: 'RETORNO_INVALID' });
    expect(refused.body).toMatchObject({
      message: 'Linha 3, coluna 9: o arquivo de retorno tem um erro; nada dele foi aplicado',
      details: { line: 3, column: 9 },
    });
    expectError(await receive(broken, '0'.repeat(64)), { status: 400, code: 'RETORNO_INVALID' });
    expectError(await upload(at('/retornos/preview'), Buffer.alloc(0)), { status: 400, code: 'RETORNO_INVALID' });
    expectError(await upload(at('/retornos'), retorno), invalid('plan'));
    expectError(await upload(at('/retornos?plan=x'), retorno), invalid('plan'));
    const json = await upload(at('/retornos/preview'), Buffer.from('{}'), 'application/json');
    expectError(json, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    const huge = await upload(at('/retornos/preview'), Buffer.alloc(8 * 1024 * 1024 + 1, ' '));
    expectError(huge, { status: 413, code: 'PAYLOAD_TOO_LARGE' });
    await receive(retorno, (await preview(retorno)).plan);
  });
});

describe('whoever', () => {
  it('asks for what is not there is told so', async () => {
    expectError(await call('GET', '/bank-accounts/nobody/files'), { status: 404, code: 'BANK_ACCOUNT_NOT_FOUND' });
    expectError(await call('POST', '/bank-accounts/sandbox/remessas'), { status: 404, code: 'BANK_ACCOUNT_NOT_FOUND' });
    expectError(await call('GET', at('/files/987654/content')), { status: 404, code: 'BANK_FILE_NOT_FOUND' });
  });

  it('may look needs no fresh password for it; whoever sends or applies does', async () => {
    const finance = await addOperator(gateway, 'FINANCE', 'fin@plataforma.example');
    expect((await finance('GET', at('/files'))).status).toBe(200);
    await files.sell();
    const retorno = await exchange();
    await makePasswordsOld(gateway);
    const { plan } = await preview(retorno);
    expectError(await receive(retorno, plan), { status: 403, code: 'PASSWORD_NEEDED' });
    expectError(await call('POST', at('/remessas')), { status: 403, code: 'PASSWORD_NEEDED' });
    cookie = await logInAtConsole(gateway);
    call = callAtConsole(gateway, cookie);
    expect((await receive(retorno, plan)).status).toBe(200);
  });

  it('wants a file of half a year ago hears that its content was forgotten', async () => {
    await files.sell();
    const { body } = await call('POST', at('/remessas'));
    files.bring((await download(body.file.id)).bytes);
    const { db } = gateway.database;
    await db.query('UPDATE cnab_files SET stored_at = $2 WHERE id = $1', [
      body.file.id,
      new Date(Date.now() - HALF_A_YEAR_MS),
    ]);
    await forgetBankFiles(gateway.vintem.deps);
    expectError(await call('GET', at(`/files/${body.file.id}/content`)), { status: 410, code: 'BANK_FILE_FORGOTTEN' });
    const { data } = (await call('GET', at('/files?direction=remessa'))).body;
    expect(data[0]).toMatchObject({ id: body.file.id, is_kept: false });
  });

  it('sends after a restore is told to name the next numbers first', async () => {
    await files.sell();
    await beginEpoch(gateway.database.db, new Date());
    const refused = await call('POST', at('/remessas'));
    expectError(refused, { status: 409, code: 'REMESSA_NOT_POSSIBLE' });
    expect(refused.body.error).toContain('vintem cnab resume filebank');
    expect((await call('GET', '/bank-accounts')).body.data[0].is_behind_restore).toBe(true);
    const [{ account } = { account: null }] = await gateway.vintem.deps.bankAccounts();
    const [standing] = await gateway.database.db.query<{ next_file: number }>('SELECT next_file FROM cnab_accounts');
    const { next_file: nextFile } = standing as { next_file: number };
    await resumeNumbers(gateway.vintem.deps, FILE_BANK, account as CnabAccount, { nextNumber: 5_000, nextFile });
    const retorno = await exchange();
    expect((await receive(retorno, (await preview(retorno)).plan)).status).toBe(200);
  });
});
