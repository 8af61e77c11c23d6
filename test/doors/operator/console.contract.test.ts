import { describe, expect, it } from 'vitest';
import { DEMO_OPERATOR } from '../../../src/gateway/sandbox/demo-operator.ts';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { CONSOLE, logInAtConsole, OWN, openConsoleAsAdmin } from '../../support/operator-calls.ts';

async function withGateway(env: Record<string, string>, test: (gateway: TestGateway) => Promise<void>): Promise<void> {
  const gateway = await startTestGateway(env);
  try {
    await test(gateway);
  } finally {
    await gateway.close();
  }
}

describe('the console', () => {
  it('is as if it had never been where it is off', () =>
    withGateway({ OPERATOR_CONSOLE: 'off' }, async (gateway) => {
      expect(gateway.vintem.consoleUrl).toBeNull();
      const strange = await gateway.call('GET', '/no-such-thing');
      for (const path of [`${CONSOLE}/session`, `${CONSOLE}/home`, `${CONSOLE}/openapi.json`, '/operator']) {
        const answer = await gateway.call('GET', path, { headers: OWN });
        expectError(answer, { status: 404, code: 'ROUTE_NOT_FOUND' });
        expect(answer.body).toEqual(strange.body);
      }
      expect(await gateway.database.db.query('SELECT FROM users WHERE merchant_id = 0')).toEqual([]);
    }));

  it('stands at a listener of its own, and there alone', () =>
    withGateway({ OPERATOR_PORT: '0' }, async (gateway) => {
      const { consoleUrl } = gateway.vintem;
      expect(consoleUrl).not.toBe(gateway.url);
      expectError(await gateway.call('GET', `${CONSOLE}/session`), { status: 404, code: 'ROUTE_NOT_FOUND' });
      const answer = await fetch(`${consoleUrl}${CONSOLE}/session`, {
        method: 'POST',
        body: JSON.stringify(DEMO_OPERATOR),
        headers: { ...OWN, 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(200);
      expect((await fetch(`${consoleUrl}/transactions`)).status).toBe(404);
    }));

  it('lets nobody in by the password that everybody knows where others reach it', () =>
    withGateway({ OPERATOR_CONSOLE: 'on', PUBLIC_URL: 'https://pay.example.com' }, async (gateway) => {
      expect(await gateway.database.db.query('SELECT FROM users WHERE merchant_id = 0')).toEqual([]);
      await expect(logInAtConsole(gateway)).rejects.toThrow('401');
    }));

  it('describes itself apart from the interface', () =>
    withGateway({}, async (gateway) => {
      const { body } = await gateway.call('GET', `${CONSOLE}/openapi.json`);
      expect(Object.keys(body.paths).every((path) => path.startsWith(`${CONSOLE}/`))).toBe(true);
      const merchants = await gateway.get('/openapi.json');
      expect(Object.keys(merchants.body.paths).some((path) => path.startsWith('/operator'))).toBe(false);
    }));

  it('shows what needs somebody now, and how the day goes', () =>
    withGateway({}, async (gateway) => {
      const call = await openConsoleAsAdmin(gateway);
      const { status, body } = await call('GET', '/home');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        acquirers: [{ acquirer: 'sandbox', today: { ordered: 0, received_amount: 0 } }],
        open: { divergences: 0, unknown_receipts: { count: 0, amount: 0 }, refunds: { count: 0 } },
        bank_files: [],
      });
      expect(body.queues.map(({ queue }: { queue: string }) => queue)).toContain('payment-checks');
    }));
});
