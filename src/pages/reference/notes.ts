import { acquirerNotes } from './notes/acquirer.notes.ts';
import { apiKeysNotes } from './notes/api-keys.notes.ts';
import { auditLogNotes } from './notes/audit-log.notes.ts';
import { authNotes } from './notes/auth.notes.ts';
import { balanceNotes } from './notes/balance.notes.ts';
import { companiesNotes } from './notes/companies.notes.ts';
import { customersNotes } from './notes/customers.notes.ts';
import { deliveriesNotes } from './notes/deliveries.notes.ts';
import { destinationsNotes } from './notes/destinations.notes.ts';
import { divergencesNotes } from './notes/divergences.notes.ts';
import { paymentLinksNotes } from './notes/payment-links.notes.ts';
import { paymentsNotes } from './notes/payments.notes.ts';
import { payoutsNotes } from './notes/payouts.notes.ts';
import { peopleNotes } from './notes/people.notes.ts';
import { publicNotes } from './notes/public.notes.ts';
import { refundsNotes } from './notes/refunds.notes.ts';
import { reportsNotes } from './notes/reports.notes.ts';
import { sandboxNotes } from './notes/sandbox.notes.ts';
import { serviceNotes } from './notes/service.notes.ts';
import { transactionsNotes } from './notes/transactions.notes.ts';
import { usersNotes } from './notes/users.notes.ts';
import { webhooksNotes } from './notes/webhooks.notes.ts';
import type { Notes } from './operation-notes.ts';

/** What the reference says of each operation. A test names whatever is missing or left over. */
export const NOTES: Notes = {
  ...acquirerNotes,
  ...apiKeysNotes,
  ...auditLogNotes,
  ...authNotes,
  ...balanceNotes,
  ...companiesNotes,
  ...customersNotes,
  ...deliveriesNotes,
  ...destinationsNotes,
  ...divergencesNotes,
  ...paymentLinksNotes,
  ...paymentsNotes,
  ...payoutsNotes,
  ...peopleNotes,
  ...publicNotes,
  ...refundsNotes,
  ...reportsNotes,
  ...sandboxNotes,
  ...serviceNotes,
  ...transactionsNotes,
  ...usersNotes,
  ...webhooksNotes,
};
