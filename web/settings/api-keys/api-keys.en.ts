import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './api-keys.pt-br.ts';

export const en = {
  caption: 'API keys',
  text: 'For your programs, in place of e-mail and password: they go into Authorization: Bearer.',
  empty: 'No key yet',
  create: 'Create key',
  made: 'Key created',
  columns: {
    name: 'Name',
    scopes: 'Permissions',
    used: 'Last use',
    expires: 'Expires',
    status: 'Status',
    actions: 'Actions',
  },
  nameText: 'Where it will be used.',
  scopes: { read: 'Read', charge: 'Charge', refund: 'Refund', payout: 'Pay out', webhooks: 'Webhooks' },
  scopeTexts: {
    read: 'Transactions, balances, statements and all there is to see.',
    charge: 'Orders and payment links.',
    refund: 'Refunds and divergences.',
    payout: 'Payouts to destinations that people have added.',
    webhooks: 'Addresses, secrets and sending again.',
  },
  expires: 'Valid until (optional)',
  addresses: 'Only from these addresses (optional)',
  addressesText: 'IPs or networks, such as 203.0.113.7 or 203.0.113.0/24, one in a line.',
  wrong: {
    name: 'Write a name without the key itself',
    expires_at: 'Choose a day that has not passed',
    addresses: 'Write IPs or networks, at most 20',
  },
  never: 'never',
  noEnd: 'no end',
  states: { ACTIVE: 'Active', EXPIRED: 'Expired', REVOKED: 'Revoked' },
  revoke: 'Revoke',
  revokeOne: ({ name }) => `Revoke ${name}`,
  revokeText: ({ name }) => `Programs that use “${name}” stop within seconds. This cannot be undone.`,
  revoked: 'Key revoked',
} satisfies Messages<typeof ptBr>;
