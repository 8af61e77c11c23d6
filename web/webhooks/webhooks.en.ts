import { plural } from '../i18n/plural.ts';
import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './webhooks.pt-br.ts';

export const en = {
  title: 'Webhooks',
  back: 'Webhooks',
  backToOne: 'Deliveries',
  create: 'New webhook',
  empty: {
    title: 'Be told',
    text: 'Register the address of your shop. Every payment that is approved or refunded arrives there, signed.',
  },
  columns: { url: 'Address', events: 'Events', company: 'Establishment', state: 'State', last: 'Last attempt' },
  allCompanies: 'All',
  states: {
    working: 'Active',
    failing: 'Failing',
    FAILING: 'Disabled: failed for days',
    GONE: 'Disabled: answered 410',
    BY_HAND: 'Paused',
  },
  failingSince: 'Failing since',
  never: 'none yet',
  count: ({ count }) => plural(count, { zero: 'none', one: '1 event', other: `${count} events` }),
  form: {
    url: 'Address (URL)',
    urlHelp: 'Begins with https and answers 2xx within 5 seconds.',
    events: 'Events',
    company: 'Establishment',
    description: 'Description',
    create: 'Create webhook',
    save: 'Save',
    saved: 'Webhook saved',
    secretTitle: 'Secret of the webhook',
  },
  actions: {
    test: 'Send test',
    tested: 'Test event on its way',
    pause: 'Pause',
    resume: 'Activate',
    paused: 'Webhook paused',
    resumed: 'Webhook active',
    rotate: 'Rotate secret',
    rotateText: 'A new secret signs from now on. The old one stays valid for 24 h, so that your shop misses nothing.',
    remove: 'Remove webhook',
    removeText: ({ host }) => `Its log of deliveries goes too. To confirm, type ${host}`,
    removeField: 'Host',
    removed: 'Webhook removed',
  },
  tabs: { label: 'Parts of the webhook', deliveries: 'Deliveries', settings: 'Settings' },
  health: {
    title: 'Last 24 hours',
    delivered: 'Delivered',
    pending: 'Waiting',
    failed: 'Failed',
    p95: 'p95',
    ms: ({ ms }) => `${ms} ms`,
    byHour: 'Deliveries by hour',
  },
  missed: {
    text: ({ total, since }) =>
      plural(total, {
        zero: 'Nothing was missed.',
        one: `1 event has not arrived since ${since}.`,
        other: `${total} events have not arrived since ${since}.`,
      }),
    recover: 'Recover what was missed',
    title: 'Recover what was missed',
    since: 'Since',
    count: ({ failed, unsent }) => {
      const given = plural(failed, {
        zero: 'None was given up',
        one: '1 was given up',
        other: `${failed} were given up`,
      });
      const never = plural(unsent, {
        zero: 'none went unsent',
        one: '1 was never sent',
        other: `${unsent} were never sent`,
      });
      return `${given}, ${never}.`;
    },
    more: 'There is more: recover again after this.',
    action: ({ total }) =>
      plural(total, { zero: 'Nothing to send', one: 'Send 1 event again', other: `Send ${total} events again` }),
    started: ({ total }) =>
      plural(total, { zero: 'Nothing to send', one: '1 event on its way', other: `${total} events on their way` }),
  },
  deliveries: {
    title: 'Deliveries',
    event: 'Event',
    transaction: 'Transaction',
    status: 'State',
    attempts: 'Attempts',
    next: 'Next',
    created: 'Created',
    answer: 'Answer',
    states: { PENDING: 'Waiting', DELIVERED: 'Delivered', FAILED: 'Failed' },
    filters: { status: 'State', event: 'Event', transaction: 'Transaction', created: 'Created' },
    empty: 'Nothing sent yet',
    emptyText: 'Send a test to see the first notice arrive.',
    resend: 'Send again',
    resent: 'On its way again',
  },
  delivery: {
    title: ({ id }) => `Delivery ${id}`,
    attempts: 'Attempts',
    noAttempts: 'No attempt yet.',
    sent: 'Sent',
    headers: 'Headers (without the signature)',
    payload: 'Body',
    response: 'Answer',
    eventId: 'Event id',
    resend: 'Asked for again',
  },
} satisfies Messages<typeof ptBr>;
