import type { OperatorAct } from '../../../src/parties/operators/operator-acts.rules.ts';

/** Things that a path names. */
export interface Things {
  operator: number;
  merchant: number;
  company: number;
  person: number;
  payment: number;
  divergence: number;
  /** Of a bank that takes files. */
  bankFile: number;
  acquirer: string;
  receipt: number;
  refund: number;
  payout: number;
  finding: number;
}

export interface Access {
  act: OperatorAct;
  /** What the path names. */
  id?: keyof Things;
  /** What the other parts of the path are. */
  parts?: Readonly<Record<string, string>>;
  /** A body that is right in its shape. */
  body?: object;
  /** Shows what it is, and not masked: why. */
  unmasked?: string;
  /** Changes something, and needs no fresh password all the same: why. */
  withoutPassword?: string;
}

const reason = 'ticket 4711';
const read: Access = { act: 'read' };
/** A day that was compared, and a list that somebody pays by hand. */
export const DAY = { acquirer: 'sandbox', day: '2026-11-16' };
export const LIST = { acquirer: 'by-hand', number: '1' };
const ITSELF = 'it asks for the password itself';

/** Who may what, in words of its own: every operation of the description stands here or among the public ones. */
export const TABLE: Readonly<Record<string, Access>> = {
  'GET /home': read,
  'GET /operators': { act: 'operators' },
  'POST /operators/invitations': { act: 'operators', body: { email: 'x@y.example', role: 'SUPPORT' } },
  'PATCH /operators/{id}': { act: 'operators', id: 'operator', body: { role: 'SUPPORT' } },
  'POST /operators/{id}/reset-link': { act: 'operators', id: 'operator' },
  'GET /merchants': read,
  'POST /merchants': { act: 'merchants', body: { name: 'Padaria', email: 'dona@padaria.example' } },
  'POST /merchants/invitations': { act: 'merchants', body: { name: 'Padaria', email: 'dona@padaria.example' } },
  'GET /merchants/{id}': { ...read, id: 'merchant' },
  'PATCH /merchants/{id}': { act: 'status', id: 'merchant', body: { status: 'ACTIVE', reason } },
  'POST /merchants/{id}/companies': {
    act: 'merchants',
    id: 'merchant',
    body: {
      name: 'Filial',
      document: '45723174000110',
      address: 'Rua 1',
      city: 'Recife',
      state: 'PE',
      zip: '50050000',
    },
  },
  'GET /companies/{id}': { ...read, id: 'company' },
  'PATCH /companies/{id}/terms': { act: 'terms', id: 'company', body: { pix: { fee_basis_points: 99 }, reason } },
  'PATCH /companies/{id}/rails': { act: 'rails', id: 'company', body: { late_caps: true, reason } },
  'POST /people/{id}/reset-link': { act: 'people', id: 'person', body: { reason } },
  'POST /people/{id}/end-sessions': { act: 'people', id: 'person', body: { reason } },
  'POST /people/{id}/remove-second-factor': { act: 'people', id: 'person', body: { reason } },
  'POST /people/{id}/reveal': {
    act: 'reveal',
    id: 'person',
    body: { reason },
    withoutPassword: 'it changes nothing; the reason is logged',
  },
  'GET /payments': read,
  'GET /payments/{id}': { ...read, id: 'payment' },
  'POST /payments/{id}/reveal': {
    act: 'reveal',
    id: 'payment',
    body: { reason },
    withoutPassword: 'it changes nothing; the reason is logged',
  },
  'GET /acquirers': read,
  'GET /bank-accounts': { act: 'files' },
  'GET /bank-accounts/{name}/files': { act: 'files' },
  'GET /bank-accounts/{name}/files/{id}/content': {
    act: 'files',
    id: 'bankFile',
    unmasked: 'it is what the bank gets or has sent; who took it is logged',
  },
  'POST /bank-accounts/{name}/remessas': { act: 'files' },
  'POST /bank-accounts/{name}/retornos/preview': { act: 'files', withoutPassword: 'it changes nothing' },
  'POST /bank-accounts/{name}/retornos': { act: 'files' },
  'GET /acquirer-kinds': read,
  'GET /acquirers/{name}': { ...read, id: 'acquirer' },
  'POST /acquirers': { act: 'acquirers', body: { name: 'outro', kind: 'manual', account: 'Conta 2', reason } },
  'PATCH /acquirers/{name}': { act: 'acquirers', id: 'acquirer', body: { account: 'Conta 3', reason } },
  'POST /acquirers/{name}/check': {
    act: 'files',
    id: 'acquirer',
    withoutPassword: 'it asks the bank, and changes nothing there or here',
  },
  'POST /acquirers/{name}/webhook': { act: 'acquirers', id: 'acquirer' },
  'GET /divergences': read,
  'POST /divergences/{id}/resolve': { act: 'money', id: 'divergence', body: { resolution: 'seen' } },
  'POST /divergences/{id}/book': {
    act: 'money',
    id: 'divergence',
    body: { from: 'acquirer', to: 'platform', reason },
  },
  'GET /receipts': read,
  'GET /receipts/{id}': { ...read, id: 'receipt' },
  'POST /receipts/{id}/bind': { act: 'money', id: 'receipt', body: { transaction_id: 987_654, reason } },
  'POST /receipts/{id}/book': { act: 'money', id: 'receipt', body: { from: 'acquirer', to: 'company:987654', reason } },
  'POST /receipts/{id}/close': { act: 'money', id: 'receipt', body: { reason } },
  'GET /comparisons': read,
  'GET /comparisons/{acquirer}/{day}': { ...read, parts: DAY },
  'POST /comparisons/{acquirer}/{day}/compare-again': { act: 'books', parts: DAY, body: { reason } },
  'GET /refunds': read,
  'POST /refunds/{id}/settle': { act: 'money', id: 'refund', body: { as: 'REFUNDED', reason } },
  'GET /payouts': read,
  'GET /payouts/{id}': { ...read, id: 'payout' },
  'POST /payouts/{id}/settle': { act: 'money', id: 'payout', body: { as: 'PAID', reason } },
  'POST /payouts/{id}/return': { act: 'money', id: 'payout', body: { amount: 1, reason } },
  'POST /payouts/resume': { act: 'money', body: { reason } },
  'GET /payout-findings': read,
  'POST /payout-findings/{id}/resolve': { act: 'money', id: 'finding', body: { reason } },
  'GET /payout-lists': read,
  'GET /payout-lists/{acquirer}/{number}': { ...read, parts: LIST },
  'POST /payout-lists': { act: 'money', body: { acquirer: 'by-hand', reason } },
  'GET /audits': read,
  'POST /audits': { act: 'books', withoutPassword: 'it changes nothing but that somebody asked' },
  'GET /audits/asked': read,
  'GET /trial-balance': read,
  'GET /fees': read,
  'GET /seals': read,
  'GET /audit-log': read,
  'PUT /users/me/password': { act: 'own', body: { current_password: 'x', new_password: 'y' }, withoutPassword: ITSELF },
  'DELETE /users/me/sessions': { act: 'own', withoutPassword: 'it only ends what is one’s own' },
  'GET /users/me/second-factor': { act: 'own' },
  'POST /users/me/second-factor': { act: 'own', body: {} },
  'POST /users/me/second-factor/confirm': { act: 'own', body: { otp: '123456' } },
  'POST /users/me/second-factor/recovery-codes': { act: 'own', body: { password: 'x', otp: '123456' } },
  'POST /users/me/second-factor/disable': { act: 'own', body: { password: 'x', otp: '123456' } },
};

/** Whoever has no session yet uses these. */
export const PUBLIC = [
  'DELETE /session',
  'GET /openapi.json',
  'GET /session',
  'POST /invitation',
  'POST /invitation/open',
  'POST /password-reset/open',
  'POST /session',
  'PUT /password-reset',
  'PUT /session',
];
