// An acquirer that speaks the sandbox acquirer's protocol and remembers nothing: whatever it is asked it answers at
// once, or after a delay that it was told to take. It runs in a process of its own, so that its cost is not counted
// as the gateway's.
import { createServer } from 'node:http';

/** Every order and every payout of the bench has this amount, so that none has to be remembered. */
const AMOUNT_CENTS = Number(process.env.AMOUNT_CENTS);
const QR_CODE =
  '00020101021226830014br.gov.bcb.pix2561pix.example.com/qr/v2/114eee591a09bbf1937222be609125f95204000053039865802BR6304392F';

const BOLETO = {
  barcode: '00193164600000123450000001234567000000000111',
  digitableLine: '00190000090123456700400000001115316460000012345',
  bankCode: '001',
  bankName: 'Instant',
  bankCodeCheckDigit: '9',
  beneficiaryCode: '1234567',
  ourNumber: '12345670000000001',
  wallet: '17',
};

let isPaid = false;
let delays = [];
let nextDelay = 0;
const counts = { charges: 0, queries: 0, refunds: 0, payouts: 0 };

const INVOICE = /"paymentType":"invoice"/;

/** What it took itself travels in the code to be paid, which the gateway hands on as it is. */
function chargeOf(reference, ownMs, isInvoice) {
  const now = new Date().toISOString();
  return {
    id: `instant_${reference}`,
    reference,
    operation: { status: isPaid ? 'PAID' : 'WAITING_PAYMENT', value: AMOUNT_CENTS, provider: 'INSTANT' },
    history: [],
    payer: null,
    createdAt: now,
    paidAt: isPaid ? now : null,
    refundedAmount: 0,
    pix: isInvoice ? null : { qrCode: `${QR_CODE};took=${ownMs.toFixed(3)}` },
    boleto: isInvoice ? BOLETO : null,
  };
}

function refundOf(reference, chargeReference, body) {
  const { amount } = JSON.parse(body);
  const refundedAt = new Date().toISOString();
  return {
    id: `instant_${reference}`,
    reference,
    chargeReference,
    status: 'REFUNDED',
    amount,
    refundedAt,
    reason: null,
  };
}

/** Paid the moment that it is asked for. */
function payoutOf(reference) {
  const paidAt = new Date().toISOString();
  const endToEndId = `E${reference}`.padEnd(32, '0').slice(0, 32);
  return {
    id: `instant_${reference}`,
    reference,
    status: 'PAID',
    amount: AMOUNT_CENTS,
    endToEndId,
    paidAt,
    returns: [],
  };
}

function answerTo(method, path, body, startedAt) {
  const [, kind, reference, , refundReference] = path.split('/');
  if (path === '/health') return [200, { status: 'ok' }];
  if (kind === 'totals') return [200, { count: 0, paid: 0, refunded: 0 }];
  if (kind === 'payouts' && reference) {
    if (method === 'PUT') counts.payouts++;
    return [method === 'PUT' ? 201 : 200, payoutOf(reference)];
  }
  if (kind !== 'charges') return [404, { code: 'not_found', message: 'it remembers nothing' }];
  if (method === 'PUT' && refundReference) {
    counts.refunds++;
    return [201, refundOf(refundReference, reference, body)];
  }
  if (method === 'PUT') counts.charges++;
  else counts.queries++;
  return [method === 'PUT' ? 201 : 200, chargeOf(reference, performance.now() - startedAt, INVOICE.test(body))];
}

const server = createServer((request, response) => {
  const startedAt = performance.now();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.once('end', () => {
    const answer = () => {
      const [statusCode, body] = answerTo(request.method, request.url, Buffer.concat(chunks).toString(), startedAt);
      response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (delays.length === 0) answer();
    else setTimeout(answer, delays[nextDelay++ % delays.length]);
  });
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

process.on('message', (told) => {
  if (told.isPaid !== undefined) isPaid = told.isPaid;
  if (told.delays !== undefined) delays = told.delays;
  process.send({ counts });
});
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal; the bench decides when this one ends.
process.on('SIGINT', () => {});
