import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barcodeOfDigitableLine, dueFactorOf, parseBarcode } from '../../../src/ground/brazil/boleto.rules.ts';
import { parseBrCode } from '../../../src/ground/brazil/brcode.rules.ts';
import { openPool } from '../../../src/ground/db/pool.ts';
import { describeAcquirerContract } from '../../../src/rails/acquirers/contract/acquirer.contract.ts';
import {
  charge,
  invoiceOf,
  orderOf,
  unheardOf,
} from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { createSandboxAcquirerClient } from '../../../src/rails/acquirers/sandbox/sandbox-acquirer-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { Impatience } from './impatience.ts';
import {
  API_KEY,
  NOBODY_LISTENS,
  NOTIFICATION_SECRET,
  newReference,
  type StartedService,
  startReceiver,
  startService,
} from './support.ts';

/** What the service says before it spoils an answer. */
const KEEPS_WAITING = ['timeout_before_accepting', 'timeout_after_accepting', 'slow_drip', 'delay'];

describeAcquirerContract('the sandbox acquirer', async () => {
  const database = await createTestDatabase();
  const receiver = await startReceiver();
  const started = await startService(database.db, receiver.url);
  const access = { apiKey: API_KEY, notificationSecret: NOTIFICATION_SECRET };
  const impatience = new Impatience();
  const { startLimit } = impatience;
  const impatient = createSandboxAcquirerClient({ baseUrl: started.service.url, ...access, startLimit });
  const unreachable = createSandboxAcquirerClient({ baseUrl: NOBODY_LISTENS, ...access });
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await started.api(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  return {
    acquirer: started.client,
    impatient,
    unreachable,
    newReference,
    refused: (request) => ({ ...request, payer: { ...request.payer, email: 'recusado@vintem.dev' } }),
    pay: (reference) => must('POST', `/control/charges/${reference}/pay`),
    misbehave(operation, kind, delayMs) {
      const toldBefore = started.log.told.length;
      impatience.giveUpWhen(() => started.log.told.slice(toldBefore).some(({ kind }) => KEEPS_WAITING.includes(kind)));
      const delay = delayMs === undefined ? {} : { delay_ms: delayMs };
      return must('POST', '/control/faults', { operation, kind, ...delay });
    },
    async forgetFaults() {
      impatience.forget();
      await must('DELETE', '/control/faults');
    },
    settleRefund: (reference, status) => must('POST', `/control/refunds/${reference}/settle`, { status }),
    payouts: {
      deadKey: { kind: 'pix_key', keyType: 'email', key: 'desconhecida@vintem.dev' },
      pay: (reference) => must('POST', `/control/payouts/${reference}/pay`),
      fail: (reference) => must('POST', `/control/payouts/${reference}/fail`),
      giveBack: (reference, amount) => must('POST', `/control/payouts/${reference}/return`, { amount }),
    },
    signNotification(rawBody, ageSeconds) {
      const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
      const signature = createHmac('sha256', NOTIFICATION_SECRET).update(`${timestamp}.${rawBody}`).digest('hex');
      return { headers: { 'x-acquirer-timestamp': timestamp, 'x-acquirer-signature': signature }, rawBody };
    },
    async close() {
      impatience.forget();
      await unreachable.close();
      await impatient.close();
      await started.close();
      await receiver.close();
      await database.drop();
      expect(started.log.errors).toEqual([]);
    },
  };
});

describe('what the sandbox acquirer issues', () => {
  let database: TestDatabase;
  let started: StartedService;

  beforeAll(async () => {
    database = await createTestDatabase();
    started = await startService(database.db, NOBODY_LISTENS);
  });
  afterAll(async () => {
    await started.close();
    await database.drop();
  });

  test('a BR Code that parses, dynamic, with a location of its own', async () => {
    const urls = new Set<string>();
    for (const name of ['Padaria São José', 'Ateliê de Costura e Bordados da Dona Conceição', '日本']) {
      const order = orderOf(newReference(), {
        beneficiary: { name, document: '11222333000181', city: 'São José do Rio Preto' },
      });
      const result = await charge(started.client, order);
      const parsed = parseBrCode(result.outcome === 'accepted' ? (result.charge.instrument.pixQrCode ?? '') : '');
      expect(parsed).toMatchObject({ ok: true, code: { kind: 'dynamic', amountCents: null, txid: null } });
      if (parsed.ok) urls.add(parsed.code.url ?? '');
    }
    expect(urls.size).toBe(3);
    for (const url of urls) expect(url).toMatch(/^pix\.sandbox\.vintem\.dev\/qr\/v2\/[0-9a-f]{32}$/);
  });

  test('a barcode whose line, amount and due date agree, with its own nosso número', async () => {
    const ourNumbers = new Set<string>();
    for (const [amountCents, dueDate] of [
      [1, '2026-11-15'],
      [9_999_999_999, '2027-02-28'],
      [12_345, '2026-12-31'],
    ] as const) {
      const result = await charge(started.client, invoiceOf(newReference(), { amountCents, dueDate }));
      const boleto = result.outcome === 'accepted' ? result.charge.instrument.boleto : null;
      expect(parseBarcode(boleto?.barcode ?? '')).toMatchObject({
        ok: true,
        barcode: { bankCode: boleto?.bankCode, amountCents, dueFactor: dueFactorOf(dueDate) },
      });
      expect(barcodeOfDigitableLine(boleto?.digitableLine ?? '')).toEqual({ ok: true, barcode: boleto?.barcode });
      ourNumbers.add(boleto?.ourNumber ?? '');
    }
    expect(ourNumbers.size).toBe(3);
  });

  test('the payer masked, and the document nowhere in the database', async () => {
    const order = orderOf(newReference());
    await charge(started.client, order);
    expect(await started.client.query(unheardOf(order.reference))).toMatchObject({
      charge: { provider: 'SANDBOX', payer: { fullName: 'João da Conceição', document: '***.982.247-**' } },
    });
    const rows = await database.db.query<{ row: string }>('SELECT charges::text AS row FROM sandbox_acquirer.charges');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes('52998224725') || row.includes('joao@example.com'))).toEqual([]);
  });
});

test('a new charge waits for none of the hundreds who look: it has a connection of its own', async () => {
  const database = await createTestDatabase();
  const crowded = openPool({ url: database.serviceUrl, max: 1, applicationName: 'vintem-test', onError: () => {} });
  const { client, close } = await startService(crowded, NOBODY_LISTENS, database.db);
  const before = orderOf(newReference());
  await charge(client, before);
  const everything = await crowded.pool.connect();
  const look = client.query(unheardOf(before.reference));
  await expect.poll(() => crowded.pool.waitingCount).toBeGreaterThan(0);
  for (const order of [orderOf(newReference()), invoiceOf(newReference())])
    expect(await charge(client, order)).toMatchObject({ outcome: 'accepted' });
  everything.release();
  expect(await look).toMatchObject({ outcome: 'found' });
  await close();
  await crowded.close();
  await database.drop();
});
