import type { Db } from '../../ground/db/pool.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { insistOnUser } from '../../parties/accounts/insist-on-user.ts';
import type { User } from '../../parties/accounts/users.sql.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import { unknownCompany } from '../../parties/companies/company.rules.ts';
import { lockMerchant } from '../../parties/merchants/merchants.sql.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import { findPaymentOfMerchant } from '../payments/payments.sql.ts';
import { type Destination, MOST_DESTINATIONS, MOST_OF_REFUND } from './destination.ts';
import { lineOfMask, maskDestination } from './destination-mask.rules.ts';
import {
  documentOf,
  invalidDestination,
  readDestination,
  refuseOtherHolder,
  type TypedDestination,
} from './destination-shape.rules.ts';
import { countDestinationsOfCompany, findTwinOfCompany, insertDestination } from './destinations.sql.ts';
import type { WithDestinationKeys } from './open-destination.ts';
import { refuseUnfitRefund } from './refund-destination.rules.ts';
import { fingerprintsOf, sealDestination } from './seal-destination.ts';

export interface WantedDestination extends TypedDestination {
  /** The payment for whose refund alone it is made. */
  refund_of?: number;
}

/** What the terms of a company say, which belong to payouts. */
export type MayGoToOthers = (db: Db, companyId: number) => Promise<boolean>;

type AddDeps = Pick<Deps, 'db' | 'clock' | 'config'> & WithDestinationKeys;

/**
 * A new place for a company's money, on hold at first. Its shape was looked at; checked here is, in the order of the
 * interface, what exists and the destination itself.
 */
export async function addDestination(
  deps: AddDeps,
  mayGoToOthers: MayGoToOthers,
  user: User,
  companyId: number,
  wanted: WantedDestination,
): Promise<Destination> {
  const { merchant_id: merchantId } = user;
  return withTransaction(deps.db, async (tx) => {
    // Whoever adds one at the same time waits here, and sees this one.
    await lockMerchant(tx, merchantId);
    await insistOnUser(tx, user);
    const company = await findCompanyOfMerchant(tx, merchantId, companyId);
    if (!company) throw unknownCompany(companyId);
    const refundOf = wanted.refund_of ?? null;
    if (refundOf !== null) {
      const payment = await findPaymentOfMerchant(tx, merchantId, refundOf);
      refuseUnfitRefund(payment?.company_id === companyId ? payment : null, refundOf);
    }
    const destination = readDestination(wanted);
    // Whether a refund may go there is decided by the refund, which knows the payer.
    if (refundOf === null) refuseOtherHolder(destination, company.document, await mayGoToOthers(tx, companyId));
    await refuseCrowd(deps, tx, { merchantId, companyId, refundOf }, destination);
    return store(deps, tx, { merchantId, companyId, refundOf, user }, destination, company.document);
  });
}

interface Place {
  merchantId: number;
  companyId: number;
  refundOf: number | null;
}

/** Two refunds may go to the same place; nobody needs two of them for one, nor for payouts. */
async function refuseCrowd(
  { destinationKeys }: AddDeps,
  tx: Tx,
  { merchantId, companyId, refundOf }: Place,
  destination: PayoutDestination,
): Promise<void> {
  const place = { merchantId, companyId, refundOf };
  const twin = await findTwinOfCompany(tx, place, fingerprintsOf(destinationKeys, destination));
  if (twin !== null)
    throw invalidDestination(
      destination.kind === 'pix_key' ? 'key' : 'account',
      `is destination ${twin} of ${refundOf === null ? 'the company' : 'this refund'} already`,
      { destination_id: twin },
    );
  const most = refundOf === null ? MOST_DESTINATIONS : MOST_OF_REFUND;
  if ((await countDestinationsOfCompany(tx, place)) >= most)
    throw new ApiError('DESTINATION_LIMIT', `there are at most ${most} destinations here`, {
      details: { maximum: most },
    });
}

async function store(
  deps: AddDeps,
  tx: Tx,
  { merchantId, companyId, refundOf, user }: Place & { user: User },
  destination: PayoutDestination,
  companyDocument: string,
): Promise<Destination> {
  const now = await deps.clock.now(tx);
  const named = documentOf(destination);
  const added = await insertDestination(tx, {
    merchantId,
    companyId,
    kind: destination.kind,
    keyType: destination.kind === 'pix_key' ? destination.keyType : null,
    masked: maskDestination(destination),
    ...sealDestination(deps.destinationKeys.current, destination),
    isOwn: named && named.document === companyDocument,
    refundOf,
    createdAt: now,
    createdBy: user.name,
    usableAt: new Date(now.getTime() + deps.config.payoutHoldMs),
  });
  await recordAudit(deps, tx, {
    merchantId,
    action: 'destination.created',
    object: { kind: 'destination', id: added.id },
    details: { ...toldOf(added), usable_at: added.usable_at.toISOString() },
  });
  return added;
}

/** For the audit log, which never forgets: nothing of a payer, not even masked. */
export function toldOf({ company_id, kind, masked, is_own, refund_of }: Destination) {
  return refund_of === null
    ? { company_id, type: kind, destination: lineOfMask(masked), is_own }
    : { company_id, type: kind, refund_of };
}
