import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellUnknownReceipts } from '../../../src/gateway/alignment/receipts/tell-unknown-receipts.ts';
import { findNotices } from '../../../src/pages/notices/find-notices.ts';
import { forgetNotices } from '../../../src/pages/notices/forget-notices.ts';
import { sendNotices } from '../../../src/pages/notices/send-notices.ts';
import { changeCompany } from '../../../src/parties/companies/change-company.ts';
import { type Hook, openHook } from '../../news/webhooks/hooks.ts';
import { eventually, referenceOf, saoPauloDay } from '../../support/contract.ts';
import { addDestination, KINDS } from '../../support/destinations.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, readPayment, sandbox, type TestCompany } from '../../support/money.ts';
import { type SmtpServer, startSmtpServer } from '../../support/processes/smtp-server.ts';

const USER = 'demo@vintem.dev';
const PAYER = 'maria@example.com';

let smtp: SmtpServer;
let gateway: TestGateway;
/** Looks for notices and sends them, too: each mail must arrive once all the same. */
let second: TestGateway;
let company: TestCompany;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const env = { SMTP_URL: smtp.url, SMTP_FROM: 'Vintém <avisos@vintem.example>' };
  gateway = await startTestGateway(env);
  second = await startTestGateway(env, gateway.database);
  company = await openCompany(gateway);
});
afterAll(async () => {
  await second.close();
  await gateway.close();
  await smtp.close();
});

const query = (sql: string, params: unknown[] = []) => gateway.database.db.query<Record<string, unknown>>(sql, params);
const subjects = (address: string) => smtp.mailsTo(address).map(({ headers }) => headers.get('subject'));

/** Does what the jobs of both processes do anyway, a little sooner. */
const work = () =>
  Promise.all(
    [gateway, second].map(async ({ vintem: { deps } }) => {
      await findNotices(deps);
      await sendNotices(deps);
    }),
  );

/** The one mail with this subject; more of them would be one too many. */
const theMail = (address: string, subject: string) =>
  eventually(async () => {
    await work();
    const found = smtp.mailsTo(address).filter(({ headers }) => headers.get('subject')?.includes(subject));
    expect(found, subjects(address).join()).toHaveLength(1);
    return found[0] as (typeof found)[0];
  });

/** Until nothing waits any more, and both processes have looked again since. */
async function settled(): Promise<void> {
  await work();
  await eventually(async () => {
    await work();
    const [row] = await query(`SELECT count(*) AS count FROM notices WHERE status = 'PENDING'`);
    expect(row?.['count']).toBe(0);
  }, 10_000);
}

async function failSinceAnHour(hook: Hook): Promise<void> {
  await query(`UPDATE webhook_endpoints SET failing_since = now() - interval '61 minutes' WHERE id = $1`, [hook.id]);
}

/** Costs 500 less until tomorrow. */
const discountedBoleto = {
  payment: { type: 'invoice', installments: 1, discounts: [{ until: saoPauloDay(1), amount: 500 }] },
};

const receiptsOf = (companyId: number, payerReceipts: boolean) =>
  changeCompany(gateway.vintem.deps, companyId, {
    settings: {},
    plans: { pix: {}, invoice: {} },
    split: null,
    payerReceipts,
  });

describe('notices by e-mail', () => {
  it('tell of money that belongs to no order, once', async () => {
    const own = await openCompany(gateway);
    await query("UPDATE company_payment_plans SET acquirer = 'banco' WHERE company_id = $1", [own.id]);
    const { deps } = gateway.vintem;
    const now = await deps.clock.now();
    const payment = { amountCents: 777, refundedAmountCents: 0, paidAt: now };
    const receipts = ['E1', 'E2'].map((endToEndId) => ({ ...payment, endToEndId, reference: `of-${endToEndId}` }));
    const seen = { acquirer: 'banco', day: '2026-11-14', receipts, now };
    await tellUnknownReceipts(deps, seen);
    const mail = await theMail(USER, 'Pagamentos sem pedido no banco banco');
    expect(mail.text).toMatch(/Em 14\/11\/2026 o banco banco recebeu 2 pagamentos .* R\$\s15,54/);
    await tellUnknownReceipts(deps, seen);
    await settled();
    await theMail(USER, 'Pagamentos sem pedido no banco banco');
  });

  it('tell that a webhook has failed for an hour, and why one was switched off; once each', async () => {
    const failing = await openHook(gateway, { company_id: company.id });
    const { hostname, port } = new URL(failing.receiver.url);
    await gateway.call('PATCH', `/webhooks/${failing.id}`, {
      token: gateway.token,
      body: { url: `http://${hostname}:${port}/avisos?key=segredo-da-loja` },
    });
    await failSinceAnHour(failing);
    const mail = await theMail(USER, `Webhook falhando: ${hostname}:${port}`);
    expect(mail.from).toBe('avisos@vintem.example');
    expect(mail.headers.get('from')).toBe('Vintém <avisos@vintem.example>');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.recipients).toEqual([USER]);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(`http://${hostname}:${port}/avisos`);
      expect(body).toContain(`/dashboard/webhooks/${failing.id}`);
      expect(body).not.toContain('segredo-da-loja');
    }
    // Said again for the next trouble, not for this one.
    await settled();
    await theMail(USER, `Webhook falhando: ${hostname}:${port}`);

    const gone = await openHook(gateway, { company_id: company.id }, (_request, response) =>
      response.writeHead(410).end(),
    );
    const byHand = await openHook(gateway, { company_id: company.id });
    await failSinceAnHour(byHand);
    await gateway.call('PATCH', `/webhooks/${byHand.id}`, { token: gateway.token, body: { status: 'DISABLED' } });
    await createPayment(gateway, company, 1_000);
    const off = await theMail(USER, `Webhook desativado: ${new URL(gone.receiver.url).host}`);
    expect(off.text).toContain('não existe mais (410)');
    expect(subjects(USER)).not.toContainEqual(
      expect.stringContaining(`desativado: ${new URL(byHand.receiver.url).host}`),
    );
    for (const hook of [failing, gone, byHand]) {
      await gateway.call('DELETE', `/webhooks/${hook.id}`, { token: gateway.token });
      await hook.receiver.close();
    }
  });

  it('tell the owners, and nobody else, of a new destination, masked, even when it is gone again', async () => {
    await query(
      `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at)
       SELECT merchant_id, 'Caixa', 'caixa@loja.example', 'x', 'FINANCE', now() FROM users WHERE email = $1`,
      [USER],
    );
    const { body } = await addDestination(gateway, company, KINDS.email);
    await gateway.call('DELETE', `/companies/${company.id}/destinations/${body.id}`, { token: gateway.token });
    const mail = await theMail(USER, 'Novo destino para o dinheiro da sua conta');
    expect(mail.recipients).toEqual([USER]);
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain('PIX (email) z***@r***.example');
      expect(text).toContain('Demo cadastrou um destino de saques de');
      expect(text).toContain(`/dashboard/companies/${company.id}`);
      expect(text.toLowerCase()).not.toContain('zulmira');
    }
    await settled();
    await theMail(USER, 'Novo destino para o dinheiro da sua conta');
    expect(smtp.mailsTo('caixa@loja.example')).toEqual([]);
    await query("DELETE FROM users WHERE email = 'caixa@loja.example'");
  });

  it('tell of a divergence', async () => {
    const id = await createPayment(gateway, company, 1_000);
    await sandbox(gateway, company, id, 'fail');
    await eventually(async () => expect(await readPayment(gateway, company, id)).toMatchObject({ status: 3 }));
    await query(
      `UPDATE sandbox_acquirer.charges SET status = 'PAID', received_cents = amount_cents WHERE reference = $1`,
      [await referenceOf(gateway, id)],
    );
    const { order_number } = await readPayment(gateway, company, id, '?payment_type=PIX');
    const mail = await theMail(USER, `Divergência no pedido ${order_number}`);
    expect(mail.text).toContain(`/dashboard/transactions/${id}`);
    expect(mail.text + mail.html).not.toContain(PAYER);
  });

  it('try again when the mail server says later, and stop when it says never', async () => {
    const hook = await openHook(gateway, { company_id: company.id });
    const { host } = new URL(hook.receiver.url);
    smtp.refuse('DATA', '451 later');
    await failSinceAnHour(hook);
    const noticeOf = async () =>
      (
        await query(`SELECT status, attempts FROM notices WHERE subject_id = $1 AND kind = 'endpoint_failing'`, [
          hook.id,
        ])
      )[0];
    await work();
    await eventually(async () => expect(await noticeOf()).toEqual({ status: 'PENDING', attempts: 1 }));
    expect(subjects(USER)).not.toContain(`Webhook falhando: ${host}`);
    await query(`UPDATE notices SET next_attempt_at = now() WHERE subject_id = $1 AND status = 'PENDING'`, [hook.id]);
    await theMail(USER, `Webhook falhando: ${host}`);
    await eventually(async () => expect(await noticeOf()).toEqual({ status: 'SENT', attempts: 2 }));

    await query('DELETE FROM notices WHERE subject_id = $1', [hook.id]);
    smtp.refuse('RCPT', '550 nobody');
    await work();
    await eventually(async () => expect(await noticeOf()).toEqual({ status: 'FAILED', attempts: 1 }));
    await gateway.call('DELETE', `/webhooks/${hook.id}`, { token: gateway.token });
    await hook.receiver.close();
  });

  it('say nothing of what is over before it could be told', async () => {
    const hook = await openHook(gateway, { company_id: company.id });
    await query(
      `INSERT INTO notices (kind, merchant_id, subject_id, since, next_attempt_at, created_at)
       SELECT 'endpoint_failing', merchant_id, id, now(), now(), now() FROM webhook_endpoints WHERE id = $1`,
      [hook.id],
    );
    await eventually(async () => {
      const rows = await query('SELECT status FROM notices WHERE subject_id = $1', [hook.id]);
      expect(rows).toEqual([{ status: 'MOOT' }]);
    }, 10_000);
    await hook.receiver.close();
  });

  it('are forgotten after thirty days', async () => {
    await query(
      `INSERT INTO notices (kind, merchant_id, subject_id, since, status, created_at)
       SELECT 'payment_receipt', id, n, now(), 'SENT', now() - n * interval '1 day'
       FROM merchants, (VALUES (29), (31)) d(n)
       WHERE id = (SELECT min(id) FROM merchants WHERE id > 0)`,
    );
    await forgetNotices(gateway.vintem.deps);
    const rows = await query(
      `SELECT subject_id FROM notices WHERE subject_id IN (29, 31) AND kind = 'payment_receipt'`,
    );
    expect(rows).toEqual([{ subject_id: 29 }]);
  });
});

describe('receipts to payers', () => {
  it('are sent once on approval, by companies that want it, whatever their names contain', async () => {
    const [wanted, quiet] = [await openCompany(gateway), await openCompany(gateway)];
    await receiptsOf(wanted.id, true);
    await query('UPDATE companies SET name = $2 WHERE id = $1', [
      wanted.id,
      'Loja <b>\r\nBcc: alheio@example.com\r\n\r\n<script>x</script>',
    ]);
    await work();
    await eventually(async () => expect(await query('SELECT * FROM receipt_readers')).toHaveLength(1));
    const [paid, pending, unwanted] = [
      await createPayment(gateway, wanted, 12_845, discountedBoleto),
      await createPayment(gateway, wanted, 999),
      await createPayment(gateway, quiet, 54_321),
    ];
    await sandbox(gateway, wanted, paid, 'pay');
    await sandbox(gateway, quiet, unwanted, 'pay');
    const mail = await theMail(PAYER, 'Pagamento recebido: R$\u00a0123,45');
    const { payment_url, order_number } = await readPayment(gateway, wanted, paid);
    expect(mail.recipients).toEqual([PAYER]);
    expect([...mail.headers.keys()]).not.toContain('bcc');
    expect(mail.text).toContain(order_number);
    expect(mail.text).toContain(new URL(payment_url).pathname);
    // A name with an address or a line break in it is not repeated to anybody.
    expect(mail.html).toContain('O estabelecimento (');
    expect(`${mail.html}${mail.text}`).not.toMatch(/script|alheio/);
    await settled();
    expect(smtp.mailsTo(PAYER)).toHaveLength(1);
    expect(smtp.mailsTo('alheio@example.com')).toEqual([]);

    await query(`UPDATE companies SET name = 'Loja' WHERE id = $1`, [wanted.id]);
    await receiptsOf(wanted.id, false);
    await work();
    await eventually(async () => expect(await query('SELECT * FROM receipt_readers')).toEqual([]));
    await sandbox(gateway, wanted, pending, 'pay');
    await eventually(async () => expect(await readPayment(gateway, wanted, pending)).toMatchObject({ status: 2 }));
    await settled();
    expect(smtp.mailsTo(PAYER)).toHaveLength(1);
  });
});

it('without SMTP_URL there is no mailer and no notice', async () => {
  const plain = await startTestGateway();
  try {
    expect(plain.vintem.deps.mailer).toBeNull();
    const shop = await openCompany(plain);
    const hook = await openHook(plain, { company_id: shop.id }, (_request, response) => response.writeHead(410).end());
    await createPayment(plain, shop, 1_000);
    await eventually(async () => expect((await plain.get(`/webhooks/${hook.id}`)).body.status).toBe('DISABLED'));
    expect(await plain.database.db.query('SELECT * FROM notices')).toEqual([]);
    await hook.receiver.close();
  } finally {
    await plain.close();
  }
});
