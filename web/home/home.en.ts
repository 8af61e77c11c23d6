import { plural } from '../i18n/plural.ts';
import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './home.pt-br.ts';

export const en = {
  title: 'Home',
  figures: {
    received: 'Received',
    paid: 'Paid',
    conversion: 'Conversion',
    average: 'Average',
    comparedTo: ({ from, to }) => `Compared to ${from} – ${to}`,
    up: ({ change }) => `up ${change}`,
    down: ({ change }) => `down ${change}`,
    same: 'same as the period before',
    nothingBefore: 'nothing in the period before',
    stillOpen: ({ open }) => `${open} still open`,
    points: ({ points }) => `${points} pp`,
  },
  volume: {
    title: 'Volume by day',
    label: 'Amount paid by day and method',
    empty: 'No payment in this period',
    emptyText: 'The volume of each day appears here as soon as somebody pays.',
  },
  balances: {
    title: 'Balances',
    available: 'Available',
    future: 'To come',
    retention: 'Retained',
    next: ({ date, amount }) => `Next: ${date}, ${amount}`,
    all: 'See balances',
  },
  attention: {
    title: 'Needs attention',
    nothing: 'Nothing needs you right now.',
    divergences: ({ count }) =>
      plural(count, {
        zero: '',
        one: '1 divergence with the acquirer',
        other: `${count} divergences with the acquirer`,
      }),
    failing: ({ host, since }) => `The webhook ${host} has been failing since ${since}`,
    disabled: ({ host }) => `The webhook ${host} was switched off because it kept failing`,
    oldRefunds: ({ count }) =>
      plural(count, {
        zero: '',
        one: '1 refund under way for more than a day',
        other: `${count} refunds under way for more than a day`,
      }),
    approvals: ({ count }) =>
      plural(count, { zero: '', one: '1 payout awaits approval', other: `${count} payouts await approval` }),
    oldPayouts: ({ count }) =>
      plural(count, {
        zero: '',
        one: '1 payout without an answer of the bank for more than a day',
        other: `${count} payouts without an answer of the bank for more than a day`,
      }),
    blocked: ({ name }) => `${name}: a destination of payouts was blocked`,
    notScheduled: ({ name, day }) => `${name}: the scheduled payout of ${day} did not go out`,
    refunds: ({ count }) => plural(count, { zero: '', one: '1 refund under way', other: `${count} refunds under way` }),
  },
  latest: {
    title: 'Latest payments',
    all: 'See all',
    empty: 'No payment yet',
    emptyText: 'Payments appear here as soon as they are created, in the dashboard or by the API.',
    new: 'New payment',
  },
  checklist: {
    title: 'First steps',
    done: ({ done, all }) => `${done} of ${all} done`,
    hide: 'Hide',
    isDone: 'done',
    token: { title: 'Access token', text: 'The key with which your shop creates payments.', action: 'Create token' },
    payment: { title: 'First payment', text: 'Create a payment and watch the money come in.', action: 'Charge' },
    testPayment: {
      title: 'Test payment',
      text: 'Create a payment and pay it as the customer would: no real money.',
      action: 'Charge',
    },
    webhook: { title: 'Webhook', text: 'Your shop hears at once when somebody pays.', action: 'Register' },
    link: { title: 'Payment link', text: 'Sell without a site: send a link and get paid.', action: 'Create link' },
  },
} satisfies Messages<typeof ptBr>;
