import type { Logger } from 'pino';
import { Agent, request } from 'undici';
import type { TracingSettings } from '../../ground/operation-settings.ts';
import { type FinishedSpan, spansToWire } from './otlp.wire.ts';

/** One more is dropped: memory must not grow with a collector that is away. */
const MAX_WAITING = 4_096;
const MAX_BATCH = 512;
const SEND_EVERY_MS = 1_000;
const SEND_WITHIN_MS = 5_000;
/** The last batch must not hold up the stop of a process. */
const LAST_WITHIN_MS = 1_000;
const SAY_EVERY_MS = 60_000;

export interface SpanExporter {
  add(span: FinishedSpan): void;
  /** Sends what waits, once and not for long. */
  close(): Promise<void>;
}

/**
 * Gathers spans and sends them in batches, one at a time, beside whatever the process does. A batch that does not
 * arrive is lost: spans are worth less than the memory and the requests that holding on to them would cost.
 */
export function createSpanExporter(
  settings: TracingSettings,
  resource: Readonly<Record<string, string>>,
  log: Logger,
): SpanExporter {
  const agent = new Agent({ connections: 1, pipelining: 1 });
  const waiting: FinishedSpan[] = [];
  let dropped = 0;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;

  const post = async (spans: readonly FinishedSpan[], withinMs: number): Promise<void> => {
    try {
      const answer = await request(settings.url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...settings.headers, 'content-type': 'application/json' },
        body: spansToWire(resource, spans),
        signal: AbortSignal.timeout(withinMs),
      });
      await answer.body.dump();
      if (answer.statusCode >= 300) throw new Error(`the collector answered ${answer.statusCode}`);
    } catch (error) {
      dropped += spans.length;
      sayNow(error);
    }
  };

  const sayNow = (error: unknown) => {
    if (performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    log.warn({ err: error, dropped, requestId: undefined }, 'spans could not be sent and are lost');
    dropped = 0;
  };

  const sendAll = async () => {
    while (waiting.length > 0) await post(waiting.splice(0, MAX_BATCH), SEND_WITHIN_MS);
  };

  const wake = () => {
    timer = null;
    sending ??= sendAll().finally(() => {
      sending = null;
    });
  };

  return {
    add(span) {
      if (waiting.length >= MAX_WAITING) {
        dropped++;
        return;
      }
      waiting.push(span);
      if (timer || sending) return;
      timer = setTimeout(wake, SEND_EVERY_MS).unref();
    },
    async close() {
      if (timer) clearTimeout(timer);
      const last = waiting.splice(0, MAX_BATCH);
      if (last.length > 0) await post(last, LAST_WITHIN_MS);
      await agent.destroy();
      await sending;
    },
  };
}
