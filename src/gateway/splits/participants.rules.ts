import { ApiError, type ErrorCode, invalidField } from '../../ground/errors.ts';
import { floorShare, WHOLE_BASIS_POINTS } from '../../ground/money/basis-points.ts';
import type { PartnerCompany } from '../../parties/companies/seller.ts';

export type MerchantType = 'PRIMARY' | 'SECONDARY';
export type SplitType = 'PERCENTAGE' | 'FIXED';
/**
 * Fixed participants are configured for the establishment and take part in all its payments. Dynamic ones come
 * with one order.
 */
export type ParticipantSource = 'fixed' | 'dynamic';

export interface SplitTerms {
  merchantType: MerchantType;
  type: SplitType;
  chargeFee: boolean;
  discountGrossAmount: boolean;
  /** Cents when FIXED, hundredths of a percent when PERCENTAGE. */
  amountSplit: number;
}

interface Listing {
  source: ParticipantSource;
  /**
   * The path in the request, e.g. `splitParticipants[1]`; null for a stored participant, which no field of the
   * request can mend.
   */
  path: string | null;
  /** The key that names its company there; without it, a token does. */
  namedBy?: 'company_id';
}

/**
 * A participant as listed. `company` is null when its token, or for a stored one its company, is unknown or inactive.
 */
export interface ListedParticipant extends SplitTerms, Listing {
  company: PartnerCompany | null;
}

/** A participant known to be an active company. */
export interface Participant extends SplitTerms, Listing, PartnerCompany {}

/**
 * Runs every check of a split over fixed and dynamic participants together, in this order; the first failure is
 * reported:
 *
 * 1. amountSplit is a whole number, not negative        VALIDATION_ERROR
 * 2. at most one participant bears the fees             SPLIT_MULTIPLE_FEE_BEARERS
 * 3. at most one PRIMARY                                SPLIT_MULTIPLE_PRIMARIES
 * 4. percentages add up to 100 % at most                SPLIT_PERCENTAGE_EXCEEDED
 * 5. fixed values add up to the total at most           SPLIT_FIXED_EXCEEDED
 * 6. shares of SECONDARY add up to the total at most    SPLIT_EXCEEDS_TOTAL
 * 7. each participant is an active company              SPLIT_PARTICIPANT_INVALID
 * 8. no company twice in one list                       SPLIT_DUPLICATE_PARTICIPANT
 *
 * The figures of a PRIMARY count in 4 and 5 although it receives the remainder: they are part of what the caller
 * declared.
 */
export function checkParticipants(
  listed: readonly ListedParticipant[],
  totalCents: number,
  feeCents: number,
): Participant[] {
  checkTerms(listed);
  checkAgainstTotal(listed, totalCents, feeCents);
  return resolve(listed);
}

/**
 * Runs the checks that need no total of a payment, for the fixed participants of an establishment when they are stored.
 */
export function checkFixedParticipants(listed: readonly ListedParticipant[]): Participant[] {
  checkTerms(listed);
  return resolve(listed);
}

/** What a SECONDARY receives. The net base is never negative, because a fee is never above its total. */
export function secondaryShare(terms: SplitTerms, totalCents: number, feeCents: number): number {
  if (terms.type === 'FIXED') return terms.amountSplit;
  return floorShare(terms.discountGrossAmount ? totalCents : totalCents - feeCents, terms.amountSplit);
}

function checkTerms(listed: readonly ListedParticipant[]): void {
  for (const participant of listed) {
    if (Number.isSafeInteger(participant.amountSplit) && participant.amountSplit >= 0) continue;
    throw refusal('VALIDATION_ERROR', participant, 'amountSplit', 'must be a whole number, not negative');
  }
  const secondBearer = listed.filter((participant) => participant.chargeFee)[1];
  if (secondBearer)
    throw refusal('SPLIT_MULTIPLE_FEE_BEARERS', secondBearer, 'chargeFee', 'is true for a second participant');
  const secondPrimary = listed.filter((participant) => participant.merchantType === 'PRIMARY')[1];
  if (secondPrimary)
    throw refusal('SPLIT_MULTIPLE_PRIMARIES', secondPrimary, 'merchantType', 'is PRIMARY for a second participant');
  checkSum(
    'SPLIT_PERCENTAGE_EXCEEDED',
    ofType(listed, 'PERCENTAGE'),
    WHOLE_BASIS_POINTS,
    (participant) => participant.amountSplit,
  );
}

function checkAgainstTotal(listed: readonly ListedParticipant[], totalCents: number, feeCents: number): void {
  checkSum('SPLIT_FIXED_EXCEEDED', ofType(listed, 'FIXED'), totalCents, (participant) => participant.amountSplit);
  const secondaries = listed.filter((participant) => participant.merchantType === 'SECONDARY');
  checkSum('SPLIT_EXCEEDS_TOTAL', secondaries, totalCents, (participant) =>
    secondaryShare(participant, totalCents, feeCents),
  );
}

/** Names the participant at which the running sum passes the limit. */
function checkSum(
  code: ErrorCode,
  listed: readonly ListedParticipant[],
  maximum: number,
  figureOf: (participant: ListedParticipant) => number,
): void {
  const total = listed.reduce((sum, participant) => sum + figureOf(participant), 0);
  let running = 0;
  for (const participant of listed) {
    running += figureOf(participant);
    if (running > maximum)
      throw refusal(code, participant, 'amountSplit', `takes the sum to ${total}, above ${maximum}`, {
        sum: total,
        maximum,
      });
  }
}

function resolve(listed: readonly ListedParticipant[]): Participant[] {
  const found = listed.map(({ company, ...participant }) => {
    if (!company)
      throw refusal(
        'SPLIT_PARTICIPANT_INVALID',
        participant,
        participant.namedBy ?? 'accessToken',
        'does not belong to an active establishment',
      );
    return { ...participant, ...company };
  });
  const seen = new Set<string>();
  for (const participant of found) {
    // Compared by company and not by token: two tokens of one company are one payee, listed twice by mistake.
    const key = `${participant.source}:${participant.companyId}`;
    if (seen.has(key))
      throw refusal(
        'SPLIT_DUPLICATE_PARTICIPANT',
        participant,
        participant.namedBy ?? 'accessToken',
        'belongs to an establishment that is already in the list',
      );
    seen.add(key);
  }
  return found;
}

function ofType(listed: readonly ListedParticipant[], type: SplitType): ListedParticipant[] {
  return listed.filter((participant) => participant.type === type);
}

function refusal(
  code: ErrorCode,
  at: Listing,
  key: string,
  problem: string,
  details?: Record<string, unknown>,
): ApiError {
  const field = at.path === null ? null : `${at.path}.${key}`;
  return new ApiError(code, `${field ?? `${key} of a fixed participant of the establishment`} ${problem}`, {
    ...(field === null ? {} : { field }),
    ...(details === undefined ? {} : { details }),
  });
}

/** Unknown keys are ignored, except here: a misspelt split would send all the money to one company. */
export function refuseMisspeltSplit(body: object): void {
  for (const key of Object.keys(body)) {
    if (key !== 'splitParticipants' && key.replaceAll('_', '').toLowerCase() === 'splitparticipants') {
      throw invalidField(key, 'is not a field here; did you mean splitParticipants?');
    }
  }
}

/** A schema cannot say it: each participant of a fixed split is named once. */
export function refuseUnnamed(
  listed: readonly { company_id?: number | undefined; accessToken?: string | undefined }[],
): void {
  for (const [index, { company_id, accessToken }] of listed.entries()) {
    if ((company_id === undefined) === (accessToken === undefined))
      throw invalidField(`splitParticipants[${index}]`, 'must have either company_id or accessToken');
  }
}
