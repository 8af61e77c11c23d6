import { plural } from '../../i18n/plural.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './companies.pt-br.ts';

export const en = {
  one: 'Establishment',
  merchant: 'Merchant',
  document: 'CPF or CNPJ',
  tabs: { label: 'Parts of the establishment', terms: 'Terms', split: 'Split', rails: 'Banks and rules' },
  save: 'Review and save',
  undo: 'Undo',
  readOnly: 'Your role only reads this page.',
  unreadable: 'Correct what is marked.',
  saved: 'Change saved',
  review: {
    title: 'What changes',
    action: 'Save the change',
    what: 'What',
    before: 'Before',
    after: 'After',
    termsText: 'It counts for new orders; settlement and retention from the next approval on.',
    railsText: 'It counts from now on.',
  },
  terms: {
    title: 'What was agreed',
    groups: { pix: 'PIX', invoice: 'Boleto', retention: 'Retention', payouts: 'Payouts' },
    fields: {
      fee_fixed: 'Fixed fee',
      fee_basis_points: 'Fee in %',
      fee_on_refund: 'Fee of a refund',
      settlement_days: 'Business days to settle',
      basis_points: 'Held back of the net',
      days: 'Days held back',
      fee: 'Fee of a payout',
    },
    onRefund: { returned: 'goes back to the shop', kept: 'stays with the platform' },
    off: 'off',
  },
  preview: {
    title: 'In practice',
    of: ({ amount, method }) => `Of ${amount} by ${method}`,
    shop: ({ amount, when }) => `shop ${amount} ${when}`,
    retained: ({ amount, days }) =>
      `of which ${amount} are held back for ${plural(days, { zero: '0 days', one: '1 day', other: `${days} days` })}`,
    platform: ({ amount }) => `platform ${amount}`,
    payout: ({ amount, fee }) => `Of a payout of ${amount} the fee is ${fee}`,
    when: ({ days }) => plural(days, { zero: 'today', one: 'in 1 business day', other: `in ${days} business days` }),
    before: 'now it is',
    missing: 'A figure is missing to reckon it.',
    beforeSplit: 'Before the split with other establishments.',
  },
  rails: {
    title: 'Who charges, who pays out, and within which limits',
    groups: { own: 'Establishment', pix: 'PIX', invoice: 'Boleto', payouts: 'Payouts' },
    fields: {
      name: 'Name',
      status: 'Status',
      payer_receipts: 'Receipt by e-mail to whoever pays',
      late_caps: 'Fine and interest within consumer law',
      confirm_above: 'A refund asks for the password from',
      reminders: 'Reminders of boletos',
      enabled: 'Accepted',
      acquirer: 'Bank',
      minimum: 'Least payout',
      most: 'Most for each payout',
      day: 'Most for a day',
      to_others: 'May go to another holder',
      needs_approval: 'A second person approves each',
    },
    ownBank: 'none (in a sandbox, its own)',
    noLimit: 'Empty: no limit',
    never: 'Empty: never',
    reminders: {
      title: 'Reminders of boletos by e-mail',
      days: 'When to remind payers',
      most: ({ most }) => `Choose up to ${most}; none sends no reminders.`,
      none: 'none',
      day: ({ days }) => {
        if (days === 0) return 'on the due date';
        const count = plural(Math.abs(days), { zero: '', one: '1 day', other: `${Math.abs(days)} days` });
        return days < 0 ? `${count} before` : `${count} after`;
      },
    },
  },
  split: {
    title: 'Fixed split',
    text: 'Applies to every new payment of this establishment. Payments that exist stay as they are.',
    none: 'No split: everything stays with this establishment.',
    what: 'Split',
    participant: 'Id of the establishment',
    unknown: 'no establishment has this id',
    role: 'Role',
    roles: { PRIMARY: 'Gets the rest', SECONDARY: 'Takes part' },
    kind: 'Kind',
    kinds: { PERCENTAGE: 'Percentage', FIXED: 'Fixed amount' },
    percent: 'Percentage (%)',
    amount: 'Amount',
    basis: 'Basis',
    gross: 'Of the gross amount',
    net: 'Of the amount after fees',
    chargeFee: 'Bears the fee',
    add: 'Add participant',
    remove: 'Remove',
    removeOne: ({ name }) => `Remove ${name}`,
    example: ({ amount, method }) => `Of ${amount} by ${method}:`,
    share: ({ name, amount }) => `${name} ${amount}`,
    platform: ({ amount }) => `platform ${amount}`,
    refused: 'this split would be refused.',
    counts: 'It counts for new orders.',
  },
  stopping: {
    title: 'What stops while it is inactive:',
    tokens: ({ count }) =>
      plural(count, {
        zero: 'no shop uses a token of it',
        one: '1 token takes no more orders',
        other: `${count} tokens take no more orders`,
      }),
    links: ({ count }) =>
      plural(count, {
        zero: 'no open payment link',
        one: '1 payment link sells no more',
        other: `${count} payment links sell no more`,
      }),
    splits: ({ count }) =>
      plural(count, {
        zero: '',
        one: '1 other establishment has it in its split: its orders are refused',
        other: `${count} other establishments have it in their split: their orders are refused`,
      }),
    pending: ({ count }) =>
      plural(count, {
        zero: 'There is no pending payment. Balance and payouts stay its own.',
        one: '1 pending payment goes on: whoever pays has paid. Balance and payouts stay its own.',
        other: `${count} pending payments go on: whoever pays has paid. Balance and payouts stay its own.`,
      }),
  },
} satisfies Messages<typeof ptBr>;
