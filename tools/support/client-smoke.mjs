// What a shop does with the built client, on the Node that runs this: node client-smoke.mjs <url of the service>.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { Vintem, webhooks } from '../../packages/client/dist/index.js';
import { ORDER } from './service.mjs';

const vintem = new Vintem({ url: process.argv[2], email: 'demo@vintem.dev', password: 'vintem-demo' });
const approvals = new EventEmitter();
let secret = '';

const receiver = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  response.end();
  const event = webhooks.verify(Buffer.concat(chunks), request.headers, secret);
  if (event.event === 'payment.approved') approvals.emit(String(event.transaction_id));
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const endpoint = await vintem.webhooks.create({ url: `http://127.0.0.1:${receiver.address().port}/` });
secret = endpoint.secret;

const { transaction } = await vintem.payments.order(JSON.parse(ORDER));
const approved = once(approvals, String(transaction.id));
await vintem.sandbox.pay(transaction.id);
await approved;
const ids = [];
for await (const { id } of vintem.transactions.list({ limit: 1, status: [2] })) ids.push(id);
assert.ok(ids.includes(transaction.id));
const { refund } = await vintem.payments.refundPix({ transaction_id: transaction.id, amount: 2.5 });
assert.equal(refund.amount, 250);
await assert.rejects(vintem.transactions.get(999_999_999), { code: 'TRANSACTION_NOT_FOUND', status: 404 });
await vintem.webhooks.delete(endpoint.id);
receiver.close();
receiver.closeAllConnections();
console.log(`the client works on Node ${process.versions.node}`);
