import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createSecret, signWebhook } from '../../../src/news/webhooks/deliveries/signature.ts';
import { type RefusalReason, WebhookRefused, webhooks } from '../src/index.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const secretOf = (byte: number) => createSecret(Buffer.alloc(32, byte));
const [SECRET, NEW_SECRET, STRANGE] = [secretOf(1), secretOf(2), secretOf(3)] as const;
const BODY = JSON.stringify({ event: 'payment.approved', id: 'evt_1', transaction_id: 7, amount: 1000, note: 'açaí' });

/** Signed by the code that signs deliveries. */
const signed = (body = BODY, { secrets = [SECRET] as string[], secondsAgo = 0 } = {}) => ({
  ...signWebhook({ id: 'evt_1', timestampSeconds: NOW / 1000 - secondsAgo, body, secrets }),
});
const now = () => NOW;

function reasonOf(work: () => unknown): RefusalReason | 'accepted' {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    return error.reason;
  }
}

it('returns the event of a delivery that is genuine, typed by its kind', () => {
  const event = webhooks.verify(BODY, signed(), SECRET, { now });
  expect(event.event === 'payment.approved' && event.amount).toBe(1000);
  expect(webhooks.verify(Buffer.from(BODY), signed(), SECRET, { now })).toEqual(JSON.parse(BODY));
});

it('agrees with the package of Standard Webhooks', () => {
  const at = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, BODY),
  };
  expect(webhooks.verify(BODY, headers, SECRET)).toEqual(JSON.parse(BODY));
});

it('reads headers in whatever form a server gives them', () => {
  const headers = signed();
  const capital = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  for (const form of [headers, new Headers(headers), capital]) {
    expect(reasonOf(() => webhooks.verify(BODY, form, SECRET, { now }))).toBe('accepted');
  }
});

it('accepts a rotation from both sides', () => {
  const both = signed(BODY, { secrets: [NEW_SECRET, SECRET] });
  expect(reasonOf(() => webhooks.verify(BODY, both, SECRET, { now }))).toBe('accepted');
  expect(reasonOf(() => webhooks.verify(BODY, both, NEW_SECRET, { now }))).toBe('accepted');
  expect(reasonOf(() => webhooks.verify(BODY, signed(), [NEW_SECRET, SECRET], { now }))).toBe('accepted');
  expect(reasonOf(() => webhooks.verify(BODY, signed(), [NEW_SECRET, STRANGE], { now }))).toBe('WRONG_SIGNATURE');
});

describe('refuses, and says why', () => {
  const without = (name: string) => ({ ...signed(), [name]: undefined });
  const other = (name: string, value: string) => ({ ...signed(), [name]: value });
  const signature = signed()['webhook-signature'];
  const CASES: [what: string, reason: RefusalReason, headers: Record<string, string | undefined>, body?: string][] = [
    ['no id', 'MISSING_HEADER', without('webhook-id')],
    ['no time', 'MISSING_HEADER', without('webhook-timestamp')],
    ['no signature', 'MISSING_HEADER', without('webhook-signature')],
    ['an empty signature', 'MISSING_HEADER', other('webhook-signature', '')],
    ['a time that is none', 'MALFORMED_HEADER', other('webhook-timestamp', 'yesterday')],
    ['a time with a fraction', 'MALFORMED_HEADER', other('webhook-timestamp', `${NOW / 1000}.5`)],
    ['a version that nobody knows', 'MALFORMED_HEADER', other('webhook-signature', signature.replace('v1,', 'v2,'))],
    ['a delivery that somebody kept', 'TIMESTAMP_TOO_OLD', signed(BODY, { secondsAgo: 301 })],
    ['a delivery from the future', 'TIMESTAMP_TOO_NEW', signed(BODY, { secondsAgo: -301 })],
    ['another secret', 'WRONG_SIGNATURE', signed(BODY, { secrets: [STRANGE] })],
    ['another body', 'WRONG_SIGNATURE', signed(), BODY.replace('1000', '9000')],
    ['another id', 'WRONG_SIGNATURE', other('webhook-id', 'evt_2')],
    ['another time', 'WRONG_SIGNATURE', other('webhook-timestamp', String(NOW / 1000 + 1))],
    ['a signature that was cut off', 'WRONG_SIGNATURE', other('webhook-signature', signature.slice(0, 20))],
    ['a body that is no JSON', 'MALFORMED_BODY', signed('paid'), 'paid'],
    ['a body that is no event', 'MALFORMED_BODY', signed('null'), 'null'],
  ];
  it.each(CASES)('%s: %s', (_, reason, headers, body = BODY) => {
    expect(reasonOf(() => webhooks.verify(body, headers, SECRET, { now }))).toBe(reason);
  });

  it('at the very edge of the time it does not, and the edge can be moved', () => {
    const late = signed(BODY, { secondsAgo: 300 });
    expect(reasonOf(() => webhooks.verify(BODY, late, SECRET, { now }))).toBe('accepted');
    const strict = { now, toleranceSeconds: 60 };
    expect(reasonOf(() => webhooks.verify(BODY, late, SECRET, strict))).toBe('TIMESTAMP_TOO_OLD');
  });
});

it('a secret that is none is a mistake of the receiver, and no refusal', () => {
  for (const secret of [
    '',
    'whsec_',
    'whsec_short',
    SECRET.slice('whsec_'.length),
    'whsec_????????????????????????????????',
  ]) {
    expect(() => webhooks.verify(BODY, signed(), secret, { now }), secret).toThrow(TypeError);
  }
  expect(() => webhooks.verify(BODY, signed(), [], { now })).toThrow(TypeError);
});
