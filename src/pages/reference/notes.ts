import { acquirerNotes } from './acquirer.notes.ts';
import { apiKeysNotes } from './api-keys.notes.ts';
import { auditLogNotes } from './audit-log.notes.ts';
import { authNotes } from './auth.notes.ts';
import { balanceNotes } from './balance.notes.ts';
import { companiesNotes } from './companies.notes.ts';
import { customersNotes } from './customers.notes.ts';
import { deliveriesNotes } from './deliveries.notes.ts';
import { divergencesNotes } from './divergences.notes.ts';
import type { Notes } from './operation-notes.ts';
import { paymentLinksNotes } from './payment-links.notes.ts';
import { paymentsNotes } from './payments.notes.ts';
import { peopleNotes } from './people.notes.ts';
import { publicNotes } from './public.notes.ts';
import { refundsNotes } from './refunds.notes.ts';
import { reportsNotes } from './reports.notes.ts';
import { sandboxNotes } from './sandbox.notes.ts';
import { serviceNotes } from './service.notes.ts';
import { transactionsNotes } from './transactions.notes.ts';
import { usersNotes } from './users.notes.ts';
import { webhooksNotes } from './webhooks.notes.ts';

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
  ...divergencesNotes,
  ...paymentLinksNotes,
  ...paymentsNotes,
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
