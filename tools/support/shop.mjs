// A shop that has been selling for twelve days: what pictures of the dashboard show. The same every time.
import { createServer } from 'node:http';
import { ORDER } from './service.mjs';

const DAY_SECONDS = 86_400;
const DAYS = 12;
const PEOPLE = [
  ['Mariana Albuquerque', 'mariana.albuquerque@example.com', '11'],
  ['João Pedro Nascimento', 'joaopedro@example.com', '21'],
  ['Beatriz Souza Lima', 'bia.lima@example.com', '31'],
  ['Rafael Teixeira', 'rafael.teixeira@example.com', '41'],
  ['Luciana Carvalho', 'luciana@example.com', '51'],
  ['Antônio Marcos Ribeiro', 'amribeiro@example.com', '71'],
  ['Camila Fernandes', 'camila.fernandes@example.com', '81'],
  ['Thiago Moreira', 'thiago.moreira@example.com', '61'],
  ['Padaria Flor do Campo', 'compras@flordocampo.example.com', '19'],
  ['Sofia Andrade', 'sofia.andrade@example.com', '48'],
];
const GOODS = [
  ['Camiseta de algodão, azul, M', 6_990],
  ['Caneca de louça', 3_490],
  ['Caderno pautado, 160 folhas', 2_850],
  ['Ecobag Vintém', 4_200],
  ['Café torrado em grãos, 500 g', 5_480],
  ['Kit presente: café e caneca', 8_700],
];
const SHIPPING = [
  ['Sedex', 2_050],
  ['PAC', 1_290],
  ['Retirada na loja', 0],
];

/** `call(address, body?, method?)` as the merchant; answers the ids that pages are opened by. */
export async function openShop(call) {
  const random = seeded(20_261_115);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const people = PEOPLE.map(([name, email, area], index) => ({
    name,
    email,
    document: cpf(111_444_777 + index * 7_919_321),
    phone: { country_code: '55', area_code: area, number: String(987_654_321 - index * 1_234_567) },
  }));
  const order = async (type = 'pix', changes = {}) => {
    const [name, price] = pick(GOODS);
    const quantity = 1 + Math.floor(random() * 3);
    const [shippingName, shippingPrice] = pick(SHIPPING);
    const body = {
      ...JSON.parse(ORDER),
      customer: pick(people),
      items: [{ name, quantity, price }],
      payment: { type, installments: 1 },
      shipping: { name: shippingName, price: shippingPrice },
      subtotal: quantity * price,
      total: quantity * price + shippingPrice,
      ...changes,
    };
    const { transaction } = await call('/payments/order', body);
    return transaction;
  };
  const act = async (payment, action, body = {}) => {
    await call(`/sandbox/transactions/${payment.id}/${action}`, body);
    return payment;
  };
  const refund = (payment, amount) => call('/payments/pix/refund', { transaction_id: payment.id, amount });

  const receiver = await openReceiver();
  const webhook = await call('/webhooks', { url: `${receiver.url}/vintem` });
  const links = [];
  for (const title of ['Camiseta azul', 'Oficina de cerâmica, turma de sábado', 'Apoie o projeto'])
    links.push(await call('/payment-links', linkBody(title)));

  for (let day = 0; day < DAYS; day++) {
    const isWeekend = day % 7 > 4;
    const orders = (isWeekend ? 4 : 7) + Math.floor(random() * 4) + Math.floor(day / 3);
    for (let n = 0; n < orders; n++) {
      const payment = await order(random() < 0.25 ? 'invoice' : 'pix');
      if (random() < 0.86) await act(payment, 'pay');
    }
    const whole = await act(await order(), 'pay');
    if (day % 4 === 1) await refund(whole);
    else if (day % 3 === 2) await refund(whole, 15);
    await call('/sandbox/clock', { advance_seconds: DAY_SECONDS });
  }
  const late = await act(await order(), 'cancel');
  await act(late, 'pay');
  receiver.isBroken = true;
  const refused = await order('pix', { customer: { ...people[1], email: 'recusado@vintem.dev' } });
  const boleto = await order('invoice', { customer: people[8] });
  const waiting = await order('pix', { customer: people[0] });
  const paid = await act(await order('pix', { ...PICTURED, customer: people[2] }), 'pay');
  const { refund: given } = await refund(paid, 33.34);
  for (let n = 0; n < 3; n++) await act(await order('pix', { ...PICTURED, payment_link_id: links[0].id }), 'pay');
  const customer = (await call(`/customers?document=${people[2].document}`, {}, 'GET')).data[0];
  const delivery = (await call(`/webhooks/${webhook.id}/deliveries`, {}, 'GET')).data[0];
  await call(`/companies/${paid.company_id}/access-tokens`, {});
  return {
    ids: {
      paid: paid.id,
      waiting: waiting.id,
      boleto: boleto.id,
      refused: refused.id,
      company: paid.company_id,
      webhook: webhook.id,
      link: links[0].id,
      refund: given.id,
      customer: customer.id,
      delivery: delivery.id,
    },
    waiting,
    slug: links[0].slug,
    close: () => receiver.close(),
  };
}

const PICTURED = {
  items: [{ name: 'Camiseta de algodão, azul, M', quantity: 2, price: 6_990 }],
  shipping: { name: 'Sedex', price: 2_050 },
  subtotal: 13_980,
  total: 16_030,
};

function linkBody(title) {
  const about = { company_id: 1, title, methods: ['pix', 'invoice'] };
  if (title === 'Apoie o projeto') return { ...about, open_amount: { min: 1_000, suggested: [2_000, 5_000, 10_000] } };
  const price = title === 'Camiseta azul' ? 6_990 : 18_000;
  return {
    ...about,
    description: title === 'Camiseta azul' ? 'Algodão orgânico, tamanhos P a GG.' : 'Material incluído, das 9h às 12h.',
    items: [{ name: title, quantity: 1, price }],
    ...(title === 'Camiseta azul' ? { stock: 40, quantity: { min: 1, max: 5 } } : { max_payments: 12 }),
  };
}

/** Takes the shop's webhooks, and from some day on answers that it cannot. */
async function openReceiver() {
  const receiver = { isBroken: false };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(receiver.isBroken ? 503 : 200, { 'content-type': 'text/plain' });
      response.end(receiver.isBroken ? 'Service Unavailable' : 'ok');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${server.address().port}`;
  receiver.close = () => new Promise((resolve) => server.close(resolve));
  return receiver;
}

/** A number generator of few lines (mulberry32): pictures are to differ only by what was changed. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A CPF whose check digits are right. */
function cpf(first) {
  const digits = [...String(first % 1_000_000_000).padStart(9, '0')].map(Number);
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
