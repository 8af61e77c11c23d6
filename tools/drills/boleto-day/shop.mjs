/** A company with its two banks, and what it does over HTTP. */
import { join } from 'node:path';
import { FEE, RETENTION } from './arithmetic.mjs';
import { BANK } from './files.mjs';
import { forAll, insist, Wrong } from './world.mjs';

const LOGIN = { email: 'dona@example.com', password: 'uma senha comprida 7319' };

export async function setUp(world, account) {
  const company = await insist(async () => {
    const { merchant_id } = await world.command('merchant', 'create', '--name', 'Dona', ...flags(LOGIN));
    const address = { address: 'Rua A, 1', city: 'São Paulo', state: 'SP', zip: '01310100' };
    const details = { merchant: merchant_id, name: 'Loja', document: '11222333000181', ...address };
    return (await world.command('company', 'create', ...flags(details))).company_id;
  });
  const id = String(company);
  await world.command('acquirer', 'set', 'pixbank', '--file', join(world.pixBankFolder, 'acquirer.json'));
  await world.command('acquirer', 'set', BANK, '--file', account.file);
  await world.command('acquirer', 'register-webhook', 'pixbank');
  const terms = {
    'pix-acquirer': 'pixbank',
    'invoice-acquirer': BANK,
    'invoice-fee-fixed': FEE.fixed,
    'invoice-fee-bp': FEE.basisPoints,
    'retention-bp': RETENTION.basisPoints,
    'retention-days': RETENTION.days,
  };
  await world.command('company', 'set', id, ...flags(terms));
  const { access_token: accessToken } = await world.command('company', 'token', 'create', '--company', id);
  const { body } = await world.call('/auth', { body: LOGIN });
  return { company, accessToken, authorization: `Bearer ${body.response.token}` };
}

const flags = (values) => Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);

function orderOf({ amount, dueDate, terms, zip }, accessToken) {
  return {
    access_token: accessToken,
    customer: {
      name: 'Maria da Silva',
      email: 'maria@example.com',
      document: '52998224725',
      phone: { country_code: '55', area_code: '11', number: '987654321' },
      address: { line_1: 'Rua A, 1', zip_code: zip, city: 'São Paulo', state: 'SP', country: 'BR' },
    },
    items: [{ name: 'Camiseta', quantity: 1, price: amount }],
    payment: { type: 'invoice', installments: 1, due_date: dueDate, ...terms },
    shipping: { name: 'Retirada', price: 0 },
    subtotal: amount,
    total: amount,
  };
}

/** The free field of a line holds, at this bank, six zeros and then nosso número with its 17 digits. */
const numberIn = (line) => (line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31)).slice(6, 23);

export function shopOf(world, { accessToken, authorization }) {
  const headers = { authorization };
  const get = (route) => insist(() => answered(world.call(route, { headers }), 200));
  const post = (route, body, ...statuses) =>
    insist(() =>
      answered(world.call(route, { method: 'POST', headers, body }), ...(statuses.length ? statuses : [200])),
    );
  return {
    get,
    post,
    async order(boleto) {
      const key = { ...headers, 'idempotency-key': `boleto-${boleto.index}` };
      const ask = () =>
        answered(world.call('/payments/order', { headers: key, body: orderOf(boleto, accessToken) }), 200);
      const { id, boleto_digitable_line: line } = (await insist(ask)).body.transaction;
      if (boleto.id && (boleto.id !== id || boleto.line !== line)) throw new Wrong(`${id} is another one than before`);
      Object.assign(boleto, { id, line, number: numberIn(line) });
    },
    /** Until each of them is as it should be; the bank of the codes is asked where that is wanted. */
    async wait(boletos, isDone, isAsked = false) {
      await forAll(boletos, (boleto) =>
        insist(async () => {
          const { body } = await get(`/transactions/${boleto.id}${isAsked ? '?payment_type=BILLET' : ''}`);
          if (!isDone(body, boleto)) throw new Error(`${boleto.id} (${boleto.fate}) is ${JSON.stringify(body)}`);
        }),
      );
    },
  };
}

async function answered(asking, ...statuses) {
  const answer = await asking;
  if (statuses.includes(answer.status)) return answer;
  const told = `answered ${answer.status}: ${JSON.stringify(answer.body)}`;
  throw answer.body?.code === 'VALIDATION_ERROR' ? new Wrong(told) : new Error(told);
}
