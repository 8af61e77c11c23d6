import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { EventKind } from '../../../src/news/events/event-kinds.rules.ts';
import { EVENT_SCHEMAS } from '../../../src/pages/reference/event-requests.ts';
import { ISO_UTC } from '../../support/contract.ts';
import type { TestCompany } from '../../support/money.ts';
import { eventOf, type Hook } from './hooks.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
const checks = new Map(Object.entries(EVENT_SCHEMAS).map(([kind, schema]) => [kind, ajv.compile(schema)]));

/** Checks the signature and the schema of every request, and returns the events by transaction and sequence. */
export function verified(hook: Hook) {
  const events = hook.receiver.requests.map((request) => {
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': eventOf(request).id });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
    const event = new Webhook(hook.secret).verify(request.body, request.headers as Record<string, string>) as any;
    const check = checks.get(event.event as EventKind);
    expect(check?.(event), ajv.errorsText(check?.errors)).toBe(true);
    return event;
  });
  return events.sort((a, b) => (a.transaction_id ?? 0) - (b.transaction_id ?? 0) || a.sequence - b.sequence);
}

/** The fields that every event of a company adds to those of its kind. */
export const added = (company: TestCompany, sequence: number) => ({
  id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
  created_at: expect.stringMatching(ISO_UTC),
  company_id: company.id,
  sequence,
});
