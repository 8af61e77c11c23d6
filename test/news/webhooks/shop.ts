import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { type Hook, openHook } from './hooks.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from './receivers.ts';

export const UNKNOWN_ID = 987_654_321;

/** A gateway with one company and one receiver that answers 200: what most tests of webhooks start from. */
export interface Shop extends TestGateway {
  company: TestCompany;
  receiver: Receiver;
  register(body: unknown, token?: string): Promise<ApiAnswer>;
  change(id: number | string, body: unknown, token?: string): Promise<ApiAnswer>;
  remove(id: number, token?: string): Promise<ApiAnswer>;
  /** Registers a webhook and removes it when the work is done: a merchant may have a hundred. */
  withWebhook(
    body: Record<string, unknown>,
    work: (record: { id: number; secret: string }) => Promise<void>,
  ): Promise<void>;
  /** An address of the receiver. */
  at(path: string): string;
  requestsTo(path: string): ReceivedRequest[];
  /** Opens a company of its own with a receiver of its own for its events: tests do not see each other's. */
  openBranch(
    listener?: RequestListener,
    changes?: Record<string, unknown>,
  ): Promise<{ company: TestCompany; hook: Hook }>;
  /** Closes this when the shop closes. */
  closeLater(receiver: Receiver): void;
}

/** Opens the shop before the tests of the file, fills in the object it returned, and closes it after them. */
export function useShop(): Shop {
  const shop = {} as Shop;
  beforeAll(async () => {
    Object.assign(shop, await openShop());
  });
  afterAll(() => shop.close());
  return shop;
}

async function openShop(): Promise<Shop> {
  const gateway = await startTestGateway();
  const receiver = await startReceiver((_request, response) => response.end('ok'));
  const receivers = [receiver];
  const shop: Shop = {
    ...gateway,
    company: await openCompany(gateway),
    receiver,
    register: (body, token = gateway.token) => gateway.post('/webhooks', body, token),
    change: (id, body, token = gateway.token) => gateway.call('PATCH', `/webhooks/${id}`, { token, body }),
    remove: (id, token = gateway.token) => gateway.call('DELETE', `/webhooks/${id}`, { token }),
    async withWebhook(body, work) {
      const answer = await shop.register({ url: shop.at('/hook'), ...body });
      expect(answer.status).toBe(201);
      await work(answer.body).finally(() => shop.remove(answer.body.id));
    },
    at: (path) => `http://localhost:${receiver.port}${path}`,
    requestsTo: (path) => receiver.requests.filter((request) => request.path === path),
    async openBranch(listener, changes) {
      const company = await openCompany(gateway);
      const hook = await openHook(gateway, { company_id: company.id, ...changes }, listener);
      shop.closeLater(hook.receiver);
      return { company, hook };
    },
    closeLater: (other) => void receivers.push(other),
    async close() {
      // A receiver that hangs is closed first: the gateway waits for its answer.
      for (const opened of receivers) await opened.close();
      await gateway.close();
    },
  };
  return shop;
}

/** Status, names of the headers and body, with the id that was asked for blotted out. */
export function withoutId({ status, headers, body }: ApiAnswer, id: number | string): object {
  const names = [...headers.keys()].filter((name) => !['date', 'content-length', 'etag'].includes(name)).sort();
  return { status, names, body: JSON.stringify(body).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>') };
}
