import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { charge, orderOf, unheardOf } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { newReference, type Receiver, type StartedService, startReceiver, startService } from './support.ts';

let database: TestDatabase;
let receiver: Receiver;
let listeners: StartedService[];
let started: StartedService;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
  started = await startService(database.db, receiver.url);
  listeners = [started, await startService(database.db, receiver.url)];
});
beforeEach(async () => {
  receiver.statusCodes = [];
  await started.api('DELETE', '/control/faults');
});
afterAll(async () => {
  for (const listener of listeners) await listener.close();
  await receiver.close();
  await database.drop();
  expect(listeners.flatMap(({ log }) => log.errors)).toEqual([]);
});

async function charged(): Promise<string> {
  const order = orderOf(newReference());
  await charge(started.client, order);
  return order.reference;
}

const control = (reference: string, action: string, body?: unknown) =>
  started.api('POST', `/control/charges/${reference}/${action}`, body);
const fault = (kind: string, reference: string, delayMs?: number) =>
  started.api('POST', '/control/faults', {
    operation: 'notification',
    kind,
    reference,
    ...(delayMs === undefined ? {} : { delay_ms: delayMs }),
  });
const readingsOf = (reference: string) =>
  receiver.about(reference).map(({ headers, rawBody }) => started.client.readNotification(headers, rawBody));
const outcomesOf = (reference: string) =>
  database.db.query<{ outcome: string | null; attempts: number }>(
    'SELECT outcome, attempts FROM sandbox_acquirer.notifications WHERE reference = $1 ORDER BY id',
    [reference],
  );
/** Longer than the loop's cadence: what has not come by then is not coming. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 700));

describe('notifications', () => {
  test.each([
    ['pay', 'PAID'],
    ['fail', 'FAILED'],
    ['cancel', 'CANCELLED'],
    ['expire', 'CANCELLED'],
    ['refund', 'REFUNDED'],
  ])('%s has notified %s, signed, when it answers; creation had not', async (action, status) => {
    const reference = await charged();
    expect(receiver.about(reference)).toEqual([]);
    const { body } = await control(reference, action);
    expect(receiver.about(reference)).toHaveLength(1);
    expect(readingsOf(reference)).toEqual([{ ok: true, reference, content: expect.any(String) }]);
    const told = JSON.parse(receiver.about(reference)[0]?.rawBody ?? '');
    expect(told).toEqual({ reference, transactionId: body?.['id'], status, sentAt: expect.any(String) });
    expect(await outcomesOf(reference)).toEqual([{ outcome: 'delivered', attempts: 1 }]);
  });

  test('with notify false nothing is sent', async () => {
    const reference = await charged();
    await control(reference, 'pay', { notify: false });
    await settle();
    expect(receiver.about(reference)).toEqual([]);
    expect(await outcomesOf(reference)).toEqual([]);
  });

  test('a cancel and a refund through the API notify, a cancel without effect does not', async () => {
    const cancelled = await charged();
    await started.client.cancel(unheardOf(cancelled));
    await eventually(() => expect(receiver.about(cancelled).map(({ status }) => status)).toEqual(['CANCELLED']));
    const paid = await charged();
    await control(paid, 'pay', { notify: false });
    await started.client.cancel(unheardOf(paid));
    await started.client.refunds.send({
      reference: newReference(),
      charge: unheardOf(paid),
      amountCents: 45,
      description: null,
      isRepeat: false,
    });
    await eventually(() => expect(receiver.about(paid).map(({ status }) => status)).toEqual(['PAID']));
    await started.client.refunds.send({
      reference: newReference(),
      charge: unheardOf(paid),
      amountCents: 12_300,
      description: null,
      isRepeat: false,
    });
    await eventually(() => expect(receiver.about(paid).map(({ status }) => status)).toEqual(['PAID', 'REFUNDED']));
  });

  test('an answer that never leaves does not keep the notification back', async () => {
    const reference = await charged();
    await started.api('POST', '/control/faults', { operation: 'cancel', kind: 'connection_reset', reference });
    expect(await started.client.cancel(unheardOf(reference))).toMatchObject({ outcome: 'unknown' });
    await eventually(() => expect(receiver.about(reference).map(({ status }) => status)).toEqual(['CANCELLED']));
  });

  test('what is not taken comes again', async () => {
    const reference = await charged();
    receiver.statusCodes = [503];
    await control(reference, 'pay');
    expect(await outcomesOf(reference)).toEqual([{ outcome: null, attempts: 1 }]);
    await eventually(async () => expect(await outcomesOf(reference)).toEqual([{ outcome: 'delivered', attempts: 2 }]));
    expect(readingsOf(reference)).toEqual([
      { ok: true, reference, content: expect.any(String) },
      { ok: true, reference, content: expect.any(String) },
    ]);
  });

  test('a receiver that is slow does not hold the control call for ever, and is told once', async () => {
    const reference = await charged();
    const letAnswer = receiver.holdAnswers();
    await control(reference, 'pay');
    expect(await outcomesOf(reference)).toEqual([{ outcome: null, attempts: expect.any(Number) }]);
    letAnswer();
    await eventually(async () => expect(await outcomesOf(reference)).toEqual([{ outcome: 'delivered', attempts: 1 }]));
    expect(receiver.about(reference)).toHaveLength(1);
  });

  test('what a dead process had claimed is sent by another', async () => {
    const reference = await charged();
    await fault('reorder', reference, 60_000);
    await control(reference, 'pay');
    expect(receiver.about(reference)).toEqual([]);
    await database.db.query('UPDATE sandbox_acquirer.notifications SET next_attempt_at = now() WHERE reference = $1', [
      reference,
    ]);
    await eventually(() => expect(receiver.about(reference)).toHaveLength(1));
  });

  test('after ten attempts it is given up', async () => {
    const reference = await charged();
    await fault('delay', reference, 60_000);
    await control(reference, 'pay');
    receiver.statusCodes = [500];
    await database.db.query(
      'UPDATE sandbox_acquirer.notifications SET attempts = 9, next_attempt_at = now() WHERE reference = $1',
      [reference],
    );
    await eventually(async () => expect(await outcomesOf(reference)).toEqual([{ outcome: 'exhausted', attempts: 10 }]));
  });
});

describe('notifications that misbehave', () => {
  test('duplicate: twice the same', async () => {
    const reference = await charged();
    await fault('duplicate', reference);
    await control(reference, 'pay');
    expect(readingsOf(reference)).toEqual([
      { ok: true, reference, content: expect.any(String) },
      { ok: true, reference, content: expect.any(String) },
    ]);
  });

  test('drop: never', async () => {
    const reference = await charged();
    await fault('drop', reference);
    await control(reference, 'pay');
    await settle();
    expect(receiver.about(reference)).toEqual([]);
    expect(await outcomesOf(reference)).toEqual([{ outcome: 'dropped', attempts: 0 }]);
  });

  test('reorder: the later one comes first', async () => {
    const reference = await charged();
    await fault('reorder', reference, 600);
    await control(reference, 'pay');
    await control(reference, 'refund');
    await eventually(() => expect(receiver.about(reference).map(({ status }) => status)).toEqual(['REFUNDED', 'PAID']));
  });

  test('forge: with a signature that does not hold, and no true one after it', async () => {
    const reference = await charged();
    await fault('forge', reference);
    receiver.statusCodes = [401];
    await control(reference, 'pay');
    await settle();
    expect(readingsOf(reference)).toEqual([{ ok: false, reason: 'the signature does not match' }]);
    expect(await outcomesOf(reference)).toEqual([{ outcome: 'dropped', attempts: 1 }]);
  });
});
