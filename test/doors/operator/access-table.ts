import type { OperatorAct } from '../../../src/parties/operators/operator-acts.rules.ts';

/** Things that a path names. */
export interface Things {
  operator: number;
  merchant: number;
  company: number;
  person: number;
  payment: number;
  divergence: number;
}

export interface Access {
  act: OperatorAct;
  /** What `{id}` is. */
  id?: keyof Things;
  /** A body that is right in its shape. */
  body?: object;
  /** Changes something, and needs no fresh password all the same: why. */
  withoutPassword?: string;
}

const reason = 'ticket 4711';
const read: Access = { act: 'read' };
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
  'GET /divergences': read,
  'POST /divergences/{id}/resolve': { act: 'money', id: 'divergence', body: { resolution: 'seen' } },
  'POST /divergences/{id}/book': {
    act: 'money',
    id: 'divergence',
    body: { from: 'acquirer', to: 'platform', reason },
  },
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
