import { afterEach, describe, expect, it } from 'vitest';
import { renderBoletoPdf } from '../../../src/gateway/instruments/boleto-pdf.ts';
import { createDrawingQueue, type DrawingQueue } from '../../../src/gateway/instruments/drawing-queue.ts';
import { createDrawings } from '../../../src/gateway/instruments/drawings.ts';
import { renderQrPng } from '../../../src/ground/text/qr-image.ts';
import { sampleBoleto } from './boleto-sample.ts';

/** The real, compiled thread, and threads written here that misbehave. */

const QR = { kind: 'qr', text: 'a text' } as const;
const BUSY = { code: 'SERVICE_UNAVAILABLE', context: { retryAfterSeconds: 1 } };
const threadOf = (script: string) => new URL(`data:text/javascript,${encodeURIComponent(script)}`);
const onMessage = (body: string) =>
  threadOf(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', (drawing) => { ${body} });`);

const queues: DrawingQueue[] = [];
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.close();
});
const open = (...settings: Parameters<typeof createDrawingQueue>) => {
  const queue = createDrawingQueue(...settings);
  queues.push(queue);
  return queue;
};

describe('the drawing thread', () => {
  it('draws what the main thread would draw', async () => {
    const queue = open();
    expect((await queue.draw(QR)).equals(renderQrPng(QR.text))).toBe(true);
    const document = sampleBoleto();
    expect((await queue.draw({ kind: 'boleto', document })).equals(await renderBoletoPdf(document))).toBe(true);
  });

  it('tells what is wrong with a document and goes on', async () => {
    const queue = open();
    await expect(queue.draw({ kind: 'boleto', document: { ...sampleBoleto(), amountCents: 1 } })).rejects.toThrow(
      'differs from the barcode',
    );
    expect(await queue.draw(QR)).toHaveLength(renderQrPng(QR.text).length);
  });

  it('is replaced when it dies, and only what it was drawing is lost', async () => {
    const queue = open(
      onMessage(
        'if (drawing.text === "die") process.exit(1); else parentPort.postMessage({ bytes: new Uint8Array(3) });',
      ),
    );
    const [first, second] = await Promise.allSettled([queue.draw({ ...QR, text: 'die' }), queue.draw(QR)]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('ended') } });
    expect(second).toMatchObject({ status: 'fulfilled' });
  });

  it('is replaced when it takes too long', async () => {
    const queue = open(
      onMessage('if (drawing.text !== "hang") parentPort.postMessage({ bytes: new Uint8Array(3) });'),
      1_000,
    );
    const [first, second] = await Promise.allSettled([queue.draw({ ...QR, text: 'hang' }), queue.draw(QR)]);
    expect(first).toMatchObject({ status: 'rejected', reason: BUSY });
    expect(second).toMatchObject({ status: 'fulfilled' });
  });
});

describe('the queue before it', () => {
  it('is short: who comes when it is full is told to come again', async () => {
    const queue = open(onMessage(''));
    const waiting = Array.from({ length: 60 }, () => queue.draw(QR).catch((error: unknown) => error));
    // One is being drawn, fifty wait.
    expect(await Promise.all(waiting.slice(51))).toEqual(Array(9).fill(expect.objectContaining(BUSY)));
    await queue.close();
    expect(await Promise.all(waiting)).toEqual(Array(60).fill(expect.objectContaining(BUSY)));
  });
});

describe('drawings', () => {
  it('are made once for all who ask at the same time, and kept for five minutes', async () => {
    let now = 0;
    const drawings = createDrawings(() => now);
    try {
      let prepared = 0;
      const ask = () =>
        drawings.draw('a', async () => {
          prepared += 1;
          return { ...QR, text: `drawn ${prepared}` };
        });
      const [first, second] = await Promise.all([ask(), ask()]);
      expect(second).toBe(first);
      now += 5 * 60_000 - 1;
      expect(await ask()).toBe(first);
      expect(prepared).toBe(1);
      now += 1;
      expect((await ask()).equals(renderQrPng('drawn 2'))).toBe(true);
    } finally {
      await drawings.close();
    }
  });

  it('that were refused are tried again for the next who asks', async () => {
    const drawings = createDrawings(() => 0);
    try {
      await expect(drawings.draw('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
      expect((await drawings.draw('a', async () => QR)).equals(renderQrPng(QR.text))).toBe(true);
    } finally {
      await drawings.close();
    }
  });
});
