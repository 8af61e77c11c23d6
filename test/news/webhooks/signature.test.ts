import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createSecret, signWebhook } from '../../../src/news/webhooks/deliveries/signature.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const delivery = (secrets: string[], body = '{"event":"webhook.test"}') => ({
  id: 'evt_1',
  timestampSeconds: nowSeconds(),
  body,
  secrets,
});

describe('signatures, as the official package sees them', () => {
  it('verify with any body', () => {
    const secret = createSecret(randomBytes(32));
    fc.assert(
      fc.property(fc.json(), (body) => {
        const headers = signWebhook(delivery([secret], body));
        expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
      }),
    );
  });

  it('are the same text that the package makes', () => {
    const secret = createSecret(randomBytes(24));
    const input = delivery([secret], '{"name":"São João — pão de queijo"}');
    const expected = new Webhook(secret).sign(input.id, new Date(input.timestampSeconds * 1_000), input.body);
    expect(signWebhook(input)['webhook-signature']).toBe(expected);
  });

  it('verify with the old and with the new secret while a rotation lasts, and with no other', () => {
    const [older, newer, other] = [
      createSecret(randomBytes(32)),
      createSecret(randomBytes(32)),
      createSecret(randomBytes(32)),
    ];
    const input = delivery([newer, older]);
    const headers = { ...signWebhook(input) };
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(older).verify(input.body, headers)).toEqual({ event: 'webhook.test' });
    expect(new Webhook(newer).verify(input.body, headers)).toEqual({ event: 'webhook.test' });
    expect(() => new Webhook(other).verify(input.body, headers)).toThrow(WebhookVerificationError);
  });

  it.each(['webhook-id', 'webhook-timestamp'] as const)('cover %s', (header) => {
    const secret = createSecret(randomBytes(32));
    const input = delivery([secret]);
    const headers = { ...signWebhook(input) };
    const changed = { ...headers, [header]: header === 'webhook-id' ? 'evt_2' : String(input.timestampSeconds - 1) };
    expect(() => new Webhook(secret).verify(input.body, changed)).toThrow(WebhookVerificationError);
  });

  it('cover the body', () => {
    const secret = createSecret(randomBytes(32));
    const headers = { ...signWebhook(delivery([secret])) };
    expect(() => new Webhook(secret).verify('{"event":"webhook.test" }', headers)).toThrow(WebhookVerificationError);
  });
});

describe('secrets', () => {
  it('are whsec_ and base64 of 24 to 32 bytes', () => {
    expect(createSecret(Buffer.alloc(24))).toBe(`whsec_${'A'.repeat(32)}`);
    expect(() => createSecret(Buffer.alloc(23))).toThrow('24 to 32 bytes');
    expect(() => createSecret(Buffer.alloc(33))).toThrow('24 to 32 bytes');
  });

  it('that are missing, of another form or mangled do not sign', () => {
    expect(() => signWebhook(delivery([]))).toThrow('at least one secret');
    expect(() => signWebhook(delivery([randomBytes(32).toString('base64')]))).toThrow('starts with whsec_');
    expect(() => signWebhook(delivery(['whsec_****']))).toThrow('24 to 32 bytes');
  });

  it('need whole seconds to sign', () => {
    expect(() => signWebhook({ ...delivery([createSecret(randomBytes(32))]), timestampSeconds: 1.5 })).toThrow(
      'whole number',
    );
  });
});
