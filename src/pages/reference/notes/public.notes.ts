import { type Notes, ORDER_ERRORS } from '../operation-notes.ts';

export const publicNotes: Notes = {
  'GET /pay/{token}': {
    operationId: 'openPayerPage',
    description: 'HTML. The token cannot be guessed and is all the authority there is.',
    errors: ['TRANSACTION_NOT_FOUND'],
    media: { 200: 'text/html' },
  },
  'GET /pay/{token}/status': {
    operationId: 'readPayerPageStatus',
    description: 'What the page asks where it cannot follow the stream.',
    errors: ['TRANSACTION_NOT_FOUND'],
  },
  'GET /pay/{token}/events': {
    operationId: 'followPayerPage',
    description: 'A message `status` at once and with every change; its data are those of GET /pay/{token}/status.',
    errors: ['TRANSACTION_NOT_FOUND'],
    media: { 200: 'text/event-stream' },
  },
  'POST /pay/{token}/again': {
    operationId: 'payAgain',
    errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_FAILED', 'ACQUIRER_UNAVAILABLE', ...ORDER_ERRORS],
    bare: { 303: 'To the new payer’s page, or to the link' },
  },
  'GET /l/{slug}': {
    operationId: 'openLinkPage',
    errors: ['PAYMENT_LINK_NOT_FOUND'],
    media: { 200: 'text/html' },
    bare: { 303: 'To the payer’s page of the open payment, for the browser that ordered' },
  },
  'POST /l/{slug}': {
    operationId: 'orderThroughLink',
    errors: ['PAYMENT_LINK_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    form: 'application/x-www-form-urlencoded',
    bare: { 303: 'To the payer’s page' },
    request:
      'name=Maria+da+Silva&email=maria%40loja.test&document=529.982.247-25&phone=%2811%29+98765-' + '4321&method=pix',
  },
  'POST /l/{slug}/payer': {
    operationId: 'recognisePayer',
    errors: ['PAYMENT_LINK_NOT_FOUND', 'FORBIDDEN'],
    form: 'application/x-www-form-urlencoded',
    media: { 200: 'text/html' },
    bare: { 303: 'To the payer’s page of the open payment' },
    request: 'document=529.982.247-25',
  },
  'GET /reminders/{reminder}': {
    operationId: 'openUnsubscribePage',
    errors: ['ROUTE_NOT_FOUND'],
    media: { 200: 'text/html' },
  },
  'POST /reminders/{reminder}': {
    operationId: 'refuseReminders',
    errors: ['ROUTE_NOT_FOUND'],
    form: 'application/x-www-form-urlencoded',
    media: { 200: 'text/html' },
    request: 'List-Unsubscribe=One-Click',
  },
  'GET /l/{slug}/qr.png': {
    operationId: 'drawLinkQrCode',
    description: 'Leads to the page of the link; may be shown on other sites.',
    errors: ['PAYMENT_LINK_NOT_FOUND'],
    media: { 200: 'image/png' },
  },
  'GET /public/pix/{token}/qr.png': {
    operationId: 'drawPixQrCode',
    description: 'The code that a payer’s bank reads; may be shown on other sites.',
    errors: ['TRANSACTION_NOT_FOUND'],
    media: { 200: 'image/png' },
  },
  'GET /public/boleto/{token}/boleto.pdf': {
    operationId: 'drawBoleto',
    description:
      'To print or to pay on a screen. One that can no longer be paid says so. On the way from a payment link the ' +
      'payer’s name and document are masked for everybody but the payer.',
    errors: ['TRANSACTION_NOT_FOUND'],
    media: { 200: 'application/pdf' },
  },
};
