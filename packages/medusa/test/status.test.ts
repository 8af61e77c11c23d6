import { expect, it } from 'vitest';
import { endingOf, isTelling, refundWayOf, type State, sessionStatusOf, webhookActionOf } from '../src/status.rules.ts';
import { openSessionsOf } from '../src/subscribers/open-sessions.rules.ts';

const state = (status_payment_name: State['status_payment_name'], failure_reason: State['failure_reason'] = null) => ({
  status_payment_name,
  failure_reason,
});

it.each([
  [state('PENDING'), 'pending_authorization', 'not_supported', 'cancel'],
  [state('APPROVED'), 'captured', 'captured', 'too-late'],
  [state('REFUNDED'), 'canceled', 'not_supported', 'nothing'],
  [state('FAILED', 'CANCELLED'), 'canceled', 'canceled', 'nothing'],
  [state('FAILED', 'EXPIRED'), 'error', 'failed', 'nothing'],
  [state('FAILED', 'REFUSED'), 'error', 'failed', 'nothing'],
  [state('FAILED'), 'error', 'failed', 'nothing'],
])('%j is a session that is %s, an action %s, and %s to end it', (given, session, action, ending) => {
  expect(sessionStatusOf(given)).toBe(session);
  expect(webhookActionOf(given)).toBe(action);
  expect(endingOf(given)).toBe(ending);
});

it('listens to what ends the waiting, and to nothing else', () => {
  const events = ['payment.created', 'payment.approved', 'payment.failed', 'payment.refunded', 'webhook.test', 'new'];
  expect(events.filter(isTelling)).toEqual(['payment.approved', 'payment.failed']);
});

it.each([
  ['pix', 5000, 5000, 'reversal'],
  ['pix', 1, 5000, 'pix-refund'],
  ['invoice', 5000, 5000, 'reversal'],
  ['invoice', 4999, 5000, 'impossible'],
])('of a %s, %i of %i cents go back by %s', (type, refund, payment, way) => {
  expect(refundWayOf(type, refund, payment)).toBe(way);
});

it('finds the sessions of ours in which the money is still to come', () => {
  const session = (provider_id: string, status = 'pending_authorization') => ({
    id: `${provider_id} ${status}`,
    provider_id,
    status,
  });
  const payment_sessions = [
    session('pp_vintem-pix_vintem'),
    session('pp_vintem-boleto'),
    session('pp_vintem-pix_vintem', 'authorized'),
    session('pp_stripe_stripe'),
    session('pp_vintem-pixel'),
    null,
  ];
  const orders = [{ payment_collections: [{ payment_sessions }, null, {}] }, {}];
  expect(openSessionsOf(orders).map(({ id }) => id)).toEqual([
    'pp_vintem-pix_vintem pending_authorization',
    'pp_vintem-boleto pending_authorization',
  ]);
});
