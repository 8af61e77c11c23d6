import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, OWN } from '../../pages/dashboard/browser-calls.ts';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type SmtpServer, startSmtpServer } from '../../support/processes/smtp-server.ts';

const PASSWORD = 'jabuticaba madura no pé';
const COMPANY = {
  name: 'Padaria Sol',
  document: '11.222.333/0001-81',
  address: 'Rua das Flores, 10',
  city: 'Recife',
  state: 'pe',
  zip: '50010-000',
};
const FORM = { email: 'nova@loja.example', name: 'Nova', password: PASSWORD, company: COMPANY };

const visitorOf = (gateway: TestGateway) => (method: string, path: string, body?: unknown) =>
  gateway.call(method, `/dashboard/${path}`, { body, headers: OWN });
const merchantsOf = ({ database }: TestGateway) =>
  database.db.query("SELECT 1 FROM merchants WHERE name = 'Padaria Sol'");

describe('where mails are sent, an address is proven by its link', () => {
  let gateway: TestGateway;
  let smtp: SmtpServer;
  let visit: ReturnType<typeof visitorOf>;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    gateway = await startTestGateway({ SMTP_URL: smtp.url, SMTP_FROM: 'Vintém <avisos@vintem.dev>' });
    visit = visitorOf(gateway);
  });
  afterAll(async () => {
    await gateway.close();
    await smtp.close();
  });
  const linksTo = (email: string) =>
    smtp.mailsTo(email).flatMap(({ text }) => /http\S+\/invitation#([\w-]{43})/.exec(text)?.[1] ?? []);

  it('nobody who asks learns whether it has an account, nor takes it', async () => {
    expect((await visit('GET', 'config')).body).toMatchObject({ sign_up: true, sign_up_by_mail: true });
    const answers = [await visit('POST', 'sign-up', FORM), await visit('POST', 'sign-up', { email: DEMO.email })];
    for (const { status, body, headers } of answers)
      expect({ status, body, cookie: headers.get('set-cookie') }).toEqual({ status: 202, body: {}, cookie: null });
    expectError(await visit('POST', 'sign-up', { email: 'nova' }), invalid('email'));
    const known = await eventually(() => {
      expect(smtp.mailsTo(DEMO.email)).toHaveLength(1);
      return smtp.mailsTo(DEMO.email)[0];
    });
    expect(known?.text).toContain('já tem uma conta');
    expect(linksTo(DEMO.email)).toEqual([]);
    // Nothing exists yet: whoever owns the address can still be invited, and begin.
    expect(await gateway.database.db.query('SELECT 1 FROM users WHERE email = $1', [FORM.email])).toEqual([]);
  });

  it('who reads the mailbox begins the merchant, once', async () => {
    const [token = ''] = await eventually(() => {
      expect(linksTo(FORM.email)).toHaveLength(1);
      return linksTo(FORM.email);
    });
    const opened = await visit('POST', 'invitation/open', { token });
    expect(opened.body).toMatchObject({ kind: 'merchant', email: FORM.email, merchant: { name: null } });
    const { email: _, ...form } = FORM;
    const accept = () => visit('POST', 'invitation', { token, ...form });
    expectError(await visit('POST', 'invitation', { token, name: 'Nova', password: PASSWORD }), invalid('company'));
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const begun = answers.find(({ status }) => status === 200) as ApiAnswer;
    expect(begun.body).toMatchObject({ role: 'OWNER', merchant: { name: 'Padaria Sol' } });
    expect(await merchantsOf(gateway)).toHaveLength(1);
  });

  it('fills no mailbox, and ends no invitation of the operator', async () => {
    await gateway.database.db.query(
      `INSERT INTO invitations (token_hash, merchant_name, email, role, created_at, expires_at)
       VALUES ('\\x01', 'Da Casa', 'cheia@loja.example', 'OWNER', now(), now() + interval '1 day')`,
    );
    for (let n = 0; n < 5; n++)
      expect((await visit('POST', 'sign-up', { email: 'cheia@loja.example' })).status).toBe(202);
    await eventually(async () => {
      const rows = await gateway.database.db.query(
        "SELECT 1 FROM invitations WHERE email = 'cheia@loja.example' AND is_sign_up",
      );
      expect(rows).toHaveLength(3);
    });
    await eventually(() => expect(linksTo('cheia@loja.example')).toHaveLength(3));
    const kept = await gateway.database.db.query("SELECT 1 FROM invitations WHERE merchant_name = 'Da Casa'");
    expect(kept).toHaveLength(1);
  });
});

describe('where no mails are sent', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it('the sandbox lets anybody begin at once', async () => {
    const visit = visitorOf(gateway);
    expect((await visit('GET', 'config')).body).toMatchObject({ sign_up: true, sign_up_by_mail: false });
    expectError(await visit('POST', 'sign-up', { ...FORM, email: 'nova' }), invalid('email'));
    expectError(await visit('POST', 'sign-up', { email: FORM.email }), invalid('name'));
    expectError(await visit('POST', 'sign-up', { ...FORM, email: DEMO.email }), { status: 400, code: 'EMAIL_TAKEN' });
    const answers = await Promise.all([visit('POST', 'sign-up', FORM), visit('POST', 'sign-up', FORM)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const begun = answers.find(({ status }) => status === 200) as ApiAnswer;
    expect(begun.body).toMatchObject({ role: 'OWNER', merchant: { name: 'Padaria Sol' } });
    expect(begun.headers.get('set-cookie')).toContain('HttpOnly');
    expect(await merchantsOf(gateway)).toHaveLength(1);
  });
});
