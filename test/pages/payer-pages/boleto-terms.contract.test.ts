import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, isBusinessDay, startOfSaoPauloDay } from '../../../src/ground/brazil/calendar.rules.ts';
import { waitWithPix } from '../../support/boletos.ts';
import { saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advanceTo } from '../../support/money.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

type Created = Record<string, string> & { id: number };

async function create(body: unknown): Promise<Created> {
  return (await gateway.post('/payments/order', body)).body.transaction;
}
const boleto = (terms: object) => create(boletoBody({ payment: { type: 'invoice', installments: 1, ...terms } }));
const pathOf = ({ payment_url }: Created) => new URL(payment_url as string).pathname;
/** Without the spaces that do not break, which money has. */
const read = async (payment: Created, query = '') =>
  ((await gateway.call('GET', `${pathOf(payment)}${query}`)).body as string).replaceAll('\u00a0', ' ');
const versionOf = async (payment: Created) => (await gateway.call('GET', `${pathOf(payment)}/status`)).body.version;
const printed = (day: string) => day.split('-').reverse().join('/');
const noonOf = (day: string) => new Date(startOfSaoPauloDay(day).getTime() + 12 * 3_600_000).toISOString();

/** The third of three business days in a row, none of which is today: what counts until a day counts no longer. */
function someDueDate(): string {
  let day = saoPauloDay(5);
  while (![0, -1, -2].every((days) => isBusinessDay(addDays(day, days)))) day = addDays(day, 1);
  return day;
}

it('the page tells the figure of the day: with its discount, in time, late, and as it was paid', async () => {
  const due_date = someDueDate();
  const until = addDays(due_date, -2);
  const payment = await boleto({
    due_date,
    fine: { percent: 200 },
    interest: { monthly_percent: 100 },
    discounts: [{ until, amount: 500 }],
  });
  await advanceTo(gateway, noonOf(until));
  const early = await read(payment);
  expect(early).toContain('<span class="amount">R$ 95,00</span>');
  expect(early).toContain('<span>com desconto de R$ 5,00</span> <span>amanhã R$ 100,00</span>');
  for (const words of [
    'Valor do boleto',
    `R$ 5,00 até ${printed(until)}`,
    'Pode ser pago até',
    printed(addDays(due_date, 30)),
    printed(due_date),
    'Confira o valor de R$ 95,00',
  ])
    expect(early).toContain(words);
  const version = await versionOf(payment);

  await advanceTo(gateway, noonOf(due_date));
  expect(await versionOf(payment)).not.toBe(version);
  const inTime = await read(payment);
  expect(inTime).toContain('<span class="amount">R$ 100,00</span>');
  expect(inTime).toContain('<p class="day"><span>amanhã R$ 102,03</span> </p>');
  expect(inTime).not.toContain('Valor do boleto');

  await advanceTo(gateway, noonOf(addDays(due_date, 10)));
  const late = await read(payment);
  expect(late).toContain('<span class="amount">R$ 102,33</span>');
  expect(late).toContain('<span>com multa e juros até hoje</span> <span>amanhã R$ 102,37</span>');
  expect(await read(payment, '?lang=en')).toMatch(/as of today<\/span> <span>tomorrow R\$102\.37</);

  await gateway.post(`/sandbox/transactions/${payment.id}/pay`);
  const paid = await read(payment);
  expect(paid).toContain('<p class="amount">R$ 102,33</p>');
  for (const words of ['Valor do boleto', 'R$ 100,00', 'Multa e juros', 'R$ 2,33']) expect(paid).toContain(words);
});

it('says until the bank has registered it that some wait for that; a PIX code of the same charge comes first', async () => {
  const payment = await boleto({});
  const plain = await read(payment);
  expect(plain).not.toContain('depois do registro');
  expect(plain).not.toContain('class="day"');
  const version = await versionOf(payment);
  const { pix_qr_code } = await create(orderBody());
  await waitWithPix(gateway.database.db, payment.id, pix_qr_code);
  expect(await versionOf(payment)).not.toBe(version);
  const both = await read(payment);
  expect(both).toContain('Alguns bancos só aceitam depois do registro, em geral até amanhã.');
  expect(both).toContain('nunca pelos dois');
  expect(both.indexOf('Copiar código PIX')).toBeLessThan(both.indexOf('Copiar linha digitável'));
  expect(both).toContain(`>${pix_qr_code}</textarea>`);
  expect(both).toMatch(/>\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}<\/textarea>/);
  const [, picture = ''] = /src="(\/public\/pix\/[^"]+)"/.exec(both) ?? [];
  expect((await gateway.call('GET', picture)).headers.get('content-type')).toBe('image/png');
});
