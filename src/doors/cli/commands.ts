import { backedUp } from './backed-up.ts';
import { backup } from './backup.ts';
import { audit } from './books/audit.ts';
import { fees } from './books/fees.ts';
import { trialBalance } from './books/trial-balance.ts';
import { group } from './command.ts';
import { divergence } from './divergence.ts';
import { fakeBank } from './fake-bank.ts';
import { migrateCommand } from './migrate.ts';
import { companyCreate } from './parties/company-create.ts';
import { companyList } from './parties/company-list.ts';
import { companySet } from './parties/company-set.ts';
import { companyToken } from './parties/company-token.ts';
import { customerAnonymise, customerExport } from './parties/customer.ts';
import { merchantCreate } from './parties/merchant-create.ts';
import { merchantInvite } from './parties/merchant-invite.ts';
import { merchantActivate, merchantDeactivate } from './parties/merchant-status.ts';
import { operator } from './parties/operator.ts';
import { userPassword } from './parties/user-password.ts';
import { userRemoveOtp } from './parties/user-remove-otp.ts';
import { userResetLink } from './parties/user-reset-link.ts';
import { payout } from './payout.ts';
import { receipt } from './receipt.ts';
import { reconciliation } from './reconciliation.ts';
import { refund } from './refund.ts';
import { restore } from './restore.ts';
import { restored } from './restored.ts';
import { readVersion } from './version.ts';
import { webhookRekey } from './webhook-rekey.ts';

const description =
  'Run and look after Vintém: works on DATABASE_URL or else DATA_DIR; pay and webhook listen on VINTEM_URL';
export const vintem = group(
  { name: 'vintem', version: readVersion(), description },
  {
    merchant: group(
      { name: 'merchant', description: 'Merchants: create, invite, let in, shut out' },
      { create: merchantCreate, invite: merchantInvite, activate: merchantActivate, deactivate: merchantDeactivate },
    ),
    user: group(
      { name: 'user', description: 'People who log in' },
      { password: userPassword, 'reset-link': userResetLink, 'remove-otp': userRemoveOtp },
    ),
    operator,
    company: group(
      { name: 'company', description: 'Companies (establishments): terms and access tokens' },
      { create: companyCreate, list: companyList, set: companySet, token: companyToken },
    ),
    customer: group(
      { name: 'customer', description: 'People who paid: what is stored of them, and its removal' },
      { export: customerExport, anonymise: customerAnonymise },
    ),
    acquirer: group(
      { name: 'acquirer', description: 'Banks that charge for companies: set up, check, what they owe, remove' },
      // What banks need is large, and fetched only by those who speak to one.
      {
        set: async () => (await import('./acquirers/acquirer-set.ts')).acquirerSet,
        list: async () => (await import('./acquirers/acquirer-list.ts')).acquirerList,
        owed: async () => (await import('./acquirers/acquirer-owed.ts')).acquirerOwed,
        check: async () => (await import('./acquirers/acquirer-check.ts')).acquirerCheck,
        'register-webhook': async () =>
          (await import('./acquirers/acquirer-register-webhook.ts')).acquirerRegisterWebhook,
        remove: async () => (await import('./acquirers/acquirer-remove.ts')).acquirerRemove,
        rekey: async () => (await import('./acquirers/acquirer-rekey.ts')).acquirerRekey,
      },
    ),
    divergence,
    refund,
    payout,
    receipt,
    cnab: async () => (await import('./cnab/cnab.ts')).cnab,
    webhook: group(
      { name: 'webhook', description: 'Webhooks: follow them while developing, change the key of their secrets' },
      { listen: async () => (await import('./webhook-listen.ts')).webhookListen, rekey: webhookRekey },
    ),
    pay: async () => (await import('./pay.ts')).pay,
    doctor: async () => (await import('./doctor.ts')).doctor,
    bench: async () => (await import('./bench/bench.ts')).bench,
    migrate: migrateCommand,
    audit,
    books: group(
      { name: 'books', description: 'The books as a whole: what each day moved, what the platform earned' },
      { 'trial-balance': trialBalance, fees },
    ),
    backup,
    'backed-up': backedUp,
    restore,
    restored,
    reconciliation,
    'fake-bank': fakeBank,
  },
);
