import { countPendingPayments } from '../../../gateway/payments/payment-counts.sql.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { type ListedUser, listUsersOfMerchant } from '../../../parties/accounts/users.sql.ts';
import { countLiveKeys } from '../../../parties/api-keys/api-keys.sql.ts';
import { type ListedCompany, listCompaniesOf } from '../../../parties/companies/operator.sql.ts';
import { findAnyMerchant, type SeenMerchant } from '../../../parties/operators/all-merchants.sql.ts';
import { MOST_USERS_OF_MERCHANT } from '../../../parties/people/people.rules.ts';
import { maskCompanyDocument, maskPerson } from '../mask.rules.ts';

export function unknownMerchant(id: number): ApiError {
  return new ApiError('MERCHANT_NOT_FOUND', `merchant ${id} does not exist`);
}

/** One merchant, with what would stop without it. */
export async function readMerchant({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number) {
  const merchant = await findAnyMerchant(db, id);
  if (!merchant) throw unknownMerchant(id);
  const [companies, users, keys, pending] = await Promise.all([
    listCompaniesOf(db, id),
    listUsersOfMerchant(db, id, MOST_USERS_OF_MERCHANT),
    countLiveKeys(db, id, clock.realNow()),
    countPendingPayments(db, id),
  ]);
  return {
    ...seenMerchant(merchant),
    establishments: companies.map(listedCompany),
    users: users.map(person),
    would_stop: {
      people: merchant.people,
      companies: merchant.companies,
      access_tokens: companies.reduce((sum, { active_tokens }) => sum + active_tokens, 0),
      api_keys: keys,
      pending_payments: pending,
    },
  };
}

export function seenMerchant({ created_at, ...merchant }: SeenMerchant) {
  return { ...merchant, created_at: created_at.toISOString() };
}

function listedCompany({ id, name, document, status, active_tokens }: ListedCompany) {
  return { id, name, document: maskCompanyDocument(document), status: status as 'ACTIVE' | 'INACTIVE', active_tokens };
}

function person({ created_at, ...user }: ListedUser) {
  return { ...maskPerson(user), created_at: created_at.toISOString() };
}
