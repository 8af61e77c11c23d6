import { describe, expect, it } from 'vitest';
import { ISO_UTC } from '../../../support/contract.ts';
import { untilReceived } from '../hooks.ts';
import { useShop } from '../shop.ts';

const shop = useShop();

describe('[webhooks] secrets', () => {
  it('rotate-secret answers 200 with the record and a new secret, which no other answer shows', async () => {
    await shop.withWebhook({ description: 'Loja' }, async ({ id, secret, ...record }) => {
      const rotated = await shop.post(`/webhooks/${id}/rotate-secret`);
      expect(rotated.status).toBe(200);
      const newSecret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(rotated.body).toEqual({ id, ...record, updated_at: expect.stringMatching(ISO_UTC), secret: newSecret });
      expect(rotated.body.secret).not.toBe(secret);
      await shop.post(`/webhooks/${id}/test`);
      const answers = [
        await shop.get('/webhooks?limit=100'),
        await shop.get(`/webhooks/${id}`),
        await shop.change(id, { description: 'Outra' }),
        await shop.get(`/webhooks/${id}/deliveries`),
        await shop.get('/events'),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toMatch(/whsec_|secret/);
      }
    });
  });

  it('lie encrypted in the database: no column of any table shows one', async () => {
    await shop.withWebhook({}, async ({ id, secret }) => {
      const second = (await shop.post(`/webhooks/${id}/rotate-secret`)).body.secret as string;
      await shop.post(`/webhooks/${id}/test`);
      await untilReceived(shop.receiver, 1);
      const tables = await shop.database.db.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      );
      expect(tables.length).toBeGreaterThan(10);
      const keys = [secret, second].map((text) => Buffer.from(text.slice('whsec_'.length), 'base64'));
      const forms = keys.flatMap((key) => [key.toString('base64'), key.toString('base64url'), key.toString('hex')]);
      for (const { name } of tables) {
        const [row] = await shop.database.db.query<{ found: number }>(
          `SELECT count(*) AS found FROM ${name} t WHERE EXISTS (SELECT FROM unnest($1::text[]) form
           WHERE strpos(t::text, form) > 0)`,
          [['whsec_', ...forms]],
        );
        expect(row, name).toEqual({ found: 0 });
      }
    });
  });
});
