import { expect } from 'vitest';
import type { ApiAnswer, TestGateway } from './gateway.ts';

/** The format of every time in an answer. */
export const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** Long past what a busy machine needs: only what never comes takes as long. */
const PATIENCE_MS = 90_000;
/** What is near is seen at once, and what takes long is not asked for all the time: each look costs the service. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
const PAUSES_GROW_BY = 1.3;
/** A test may let the time of this process stand still; whoever waits for something must not wait for ever. */
const realSetTimeout = setTimeout;
const realMs = () => process.uptime() * 1_000;

export interface ExpectedError {
  status: number;
  code: string;
  /** Must be named in `field` and in the text of `error`. */
  field?: string;
}

/** Expects the one error body of the service, whatever went wrong. */
export function expectError(answer: ApiAnswer, { status, code, field }: ExpectedError): void {
  expect(answer).toMatchObject({
    status,
    body: {
      success: false,
      statusCode: status,
      code,
      message: expect.stringMatching(/\S/),
      error: field === undefined ? expect.stringMatching(/\S/) : expect.stringContaining(field),
      ...(field === undefined ? {} : { field }),
    },
  });
}

export const invalid = (field: string): ExpectedError => ({ status: 400, code: 'VALIDATION_ERROR', field });

/** Accepts any refusal that is the caller's fault and has the one error body. */
export function expectRefusal(answer: ApiAnswer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expectError(answer, { status: answer.status, code: answer.body.code });
  expect(answer.body.code).toMatch(/^[A-Z_]+$/);
}

/** Asks until the answer fits, and fails with the last reason when it never does. */
export async function eventually<Result>(
  look: () => Promise<Result> | Result,
  withinMs = PATIENCE_MS,
): Promise<Result> {
  const giveUpAt = realMs() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * PAUSES_GROW_BY)) {
    try {
      return await look();
    } catch (error) {
      if (realMs() > giveUpAt) throw error;
      await new Promise((resolve) => realSetTimeout(resolve, pauseMs));
    }
  }
}

export async function storedRows(
  gateway: TestGateway,
): Promise<{ payments: number; customers: number; charges: number }> {
  const [row] = await gateway.database.db.query<{ payments: number; customers: number; charges: number }>(
    `SELECT (SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM customers) AS customers,
       (SELECT count(*) FROM sandbox_acquirer.charges) AS charges`,
  );
  return row as { payments: number; customers: number; charges: number };
}

/** Runs requests that must leave no trace: no payment, no customer, no charge at the acquirer. */
export async function expectNothingStored(gateway: TestGateway, requests: () => Promise<void>): Promise<void> {
  const before = await storedRows(gateway);
  await requests();
  expect(await storedRows(gateway)).toEqual(before);
}

/** Our own reference of a transaction, by which the acquirer knows it. */
export async function referenceOf(gateway: TestGateway, id: number): Promise<string> {
  const [row] = await gateway.database.db.query<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [
    id,
  ]);
  if (!row) throw new Error(`no payment ${id}`);
  return row.reference;
}

/** Makes the sandbox acquirer hold a status that nobody can order it to take. */
export async function setAcquirerStatus(gateway: TestGateway, id: number, status: string): Promise<void> {
  const hasMoney = status === 'PAID' || status === 'APPROVED' || status === 'REFUNDED';
  await gateway.database.db.query(
    `UPDATE sandbox_acquirer.charges SET status = $2, received_cents = CASE WHEN $3 THEN amount_cents ELSE 0 END,
       refunded_cents = CASE WHEN $2 = 'REFUNDED' THEN amount_cents ELSE 0 END,
       paid_at = CASE WHEN $3 THEN created_at + interval '5 seconds' END,
       history = history || jsonb_build_array(jsonb_build_object('status', $2::text, 'createdAt',
       '2026-01-02T03:04:05.678Z'))
     WHERE reference = $1`,
    [await referenceOf(gateway, id), status, hasMoney],
  );
}

export async function acquirerStatusOf(gateway: TestGateway, id: number): Promise<string> {
  const answer = await gateway.acquirer('GET', `/charges/${await referenceOf(gateway, id)}`);
  return answer.body.operation.status;
}

/** The steps of a dotted path: `items[0].price` is items, 0, price. */
function stepsOf(path: string): string[] {
  return path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
}

type Tree = Record<string, unknown>;

function parentOf(body: unknown, path: string): { parent: Tree; key: string } {
  const steps = stepsOf(path);
  const key = steps.pop() as string;
  let parent = body as Tree;
  for (const step of steps) {
    parent[step] ??= {};
    parent = parent[step] as Tree;
  }
  return { parent, key };
}

/** A copy of the body with another value at that place. */
export function withValue<Body>(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body);
  const { parent, key } = parentOf(copy, path);
  parent[key] = value;
  return copy;
}

export function withoutValue<Body>(body: Body, path: string): Body {
  const copy = structuredClone(body);
  const { parent, key } = parentOf(copy, path);
  delete parent[key];
  return copy;
}

/** Of São Paulo, in UTC. */
const NOON_MS = 15 * 3_600_000;
const DAY_MS = 86_400_000;

/**
 * How long it is until noon in São Paulo. What is done by the day is tested from then on: close to midnight another day
 * would be due.
 */
export function msUntilNoon(now: Date): number {
  return Math.ceil((now.getTime() - NOON_MS) / DAY_MS) * DAY_MS + NOON_MS - now.getTime();
}

/** Today in São Paulo moved by so many days, as `YYYY-MM-DD`. */
export function saoPauloDay(offsetDays = 0, from = new Date()): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(from);
  return new Date(Date.parse(`${day}T12:00:00Z`) + offsetDays * 86_400_000).toISOString().slice(0, 10);
}

type SecretName = 'jwt' | 'sandbox-acquirer-key' | 'sandbox-acquirer-notifications';

export async function secretOf(gateway: TestGateway, name: SecretName): Promise<string> {
  const [row] = await gateway.database.db.query<{ value: string }>(
    'SELECT value FROM generated_secrets WHERE name = $1',
    [name],
  );
  if (!row) throw new Error(`no secret ${name}`);
  return row.value;
}
