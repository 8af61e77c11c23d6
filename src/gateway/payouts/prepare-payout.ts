import type { Db } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { Destination } from '../destinations/destination.ts';
import { findDestinationOfCompany } from '../destinations/destinations.sql.ts';
import { type PayoutTerms, refuseDestination } from './terms/payout-terms.rules.ts';
import { findPayoutTerms } from './terms/payout-terms.sql.ts';

/** Whose money goes where. */
export interface PayoutWay {
  companyId: number;
  destinationId: number;
}

export interface PayoutAsked extends PayoutWay {
  amountCents: number;
}

/** All that is known of a payout before the lock. */
export interface Preparation {
  merchantId: number;
  destination: Destination;
  terms: PayoutTerms;
  /** The rail that will send it. */
  acquirer: string;
}

export type PreparedPayout = PayoutAsked & Preparation;

/** Every check that needs no lock, in the order of the interface: what exists, the rail, the destination. */
export async function preparePayout<Asked extends PayoutWay>(
  deps: Pick<Deps, 'clock'> & WithAcquirers,
  db: Db,
  merchantId: number,
  asked: Asked,
): Promise<Asked & Preparation> {
  const { companyId, destinationId } = asked;
  const company = await findCompanyOfMerchant(db, merchantId, companyId);
  if (!company) {
    throw new ApiError('COMPANY_NOT_FOUND', `company_id: company ${companyId} does not exist`, { field: 'company_id' });
  }
  const destination = await findDestinationOfCompany(db, { merchantId, companyId, destinationId });
  if (!destination) {
    throw new ApiError('DESTINATION_NOT_FOUND', `destination_id: destination ${destinationId} does not exist`, {
      field: 'destination_id',
    });
  }
  const terms = await findPayoutTerms(db, companyId);
  const acquirer = deps.acquirers.paying(terms);
  if (acquirer === null)
    throw new ApiError('PAYOUTS_NOT_ENABLED', `company_id: company ${companyId} has no rail for payouts`, {
      field: 'company_id',
    });
  const namesHolder = deps.acquirers.find(acquirer)?.payouts?.holderOf !== undefined;
  refuseDestination(destination, terms, { namesHolder }, await deps.clock.now());
  return { ...asked, merchantId, destination, terms, acquirer };
}
