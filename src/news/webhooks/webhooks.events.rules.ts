import type { ToldEvent } from '../events/event.rules.ts';
import {
  describeEvent,
  type EventDescription,
  nothing,
  nullableNumber,
  number,
} from '../events/event-descriptions.rules.ts';

export const webhookTest = (webhookId: number) =>
  ({ kind: 'webhook.test', facts: { webhook_id: webhookId } }) satisfies ToldEvent;

export const WEBHOOK_EVENTS = {
  'webhook.test': describeEvent({
    what: 'Sent on request, to try an endpoint.',
    fields: {
      webhook_id: number('the endpoint under test'),
      company_id: nullableNumber('the establishment of the endpoint; null when it serves all of them'),
      sequence: nothing('a test belongs to no transaction'),
    },
    example: webhookTest(3),
    envelope: { companyId: null, sequence: null },
  }),
} satisfies Record<string, EventDescription>;
