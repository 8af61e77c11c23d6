import { type MerchantType, type Participant, type SplitType, secondaryShare } from './participants.rules.ts';

/**
 * The position of the owner when it is not listed. Participants follow from 1 on, in their order, fixed before dynamic.
 */
export const OWNER_POSITION = 0;

export interface PaymentOwner {
  companyId: number;
  merchantId: number;
  name: string;
}

/** One row of the division of a payment. One company may have several rows, which differ in their position. */
export interface Share {
  position: number;
  companyId: number;
  companyName: string;
  merchantType: MerchantType;
  /**
   * Null, like amountSplit, for the owner that takes the remainder without being listed: nobody declared a
   * figure for it.
   */
  type: SplitType | null;
  amountSplit: number | null;
  shareCents: number;
  feeCents: number;
  /** share − fee; below zero when the owner, or a company of its merchant, bears more fee than it has share. */
  netCents: number;
}

export interface SplitInput {
  totalCents: number;
  feeCents: number;
  owner: PaymentOwner;
  /** Participants that passed `checkParticipants`, fixed before dynamic. */
  participants: readonly Participant[];
}

type Row = Omit<Share, 'feeCents' | 'netCents'>;

/**
 * SPLIT ARITHMETIC. Each SECONDARY takes its share, the PRIMARY takes the rest, and the fee comes out of the shares:
 * Σ shares = total, Σ fees = fee, Σ nets + fee = total.
 */
export function allocate(input: SplitInput): Share[] {
  const rows = divideTotal(input);
  const fees = divideFee(input, rows);
  const shares = rows.map((row): Share => {
    const feeCents = fees.get(row.position) ?? 0;
    return { ...row, feeCents, netCents: row.shareCents - feeCents };
  });
  assertNothingLost(input, shares);
  return shares;
}

function divideTotal({ totalCents, feeCents, owner, participants }: SplitInput): Row[] {
  const secondaries = participants.filter((participant) => participant.merchantType === 'SECONDARY');
  const remainder = secondaries.reduce(
    (left, participant) => left - secondaryShare(participant, totalCents, feeCents),
    totalCents,
  );
  const listed = participants.map(
    (participant, index): Row => ({
      position: OWNER_POSITION + 1 + index,
      companyId: participant.companyId,
      companyName: participant.companyName,
      merchantType: participant.merchantType,
      type: participant.type,
      amountSplit: participant.amountSplit,
      shareCents:
        participant.merchantType === 'PRIMARY' ? remainder : secondaryShare(participant, totalCents, feeCents),
    }),
  );
  const unlisted = { position: OWNER_POSITION, companyId: owner.companyId, companyName: owner.name };
  if (secondaries.length === participants.length) {
    return [{ ...unlisted, merchantType: 'PRIMARY', type: null, amountSplit: null, shareCents: remainder }, ...listed];
  }
  if (listed.some((row) => row.companyId === owner.companyId)) return listed;
  // Another company is the PRIMARY: the owner receives nothing, but it gets a row, because it may have to bear the fee.
  return [{ ...unlisted, merchantType: 'SECONDARY', type: 'FIXED', amountSplit: 0, shareCents: 0 }, ...listed];
}

/** The fee that each position bears. */
function divideFee({ feeCents, owner, participants }: SplitInput, rows: readonly Row[]): Map<number, number> {
  const ownerRow = rowOfOwner(owner, rows);
  const bearer = participants.find((participant) => participant.chargeFee);
  if (!bearer) return new Map([[ownerRow.position, feeCents]]);
  const position = OWNER_POSITION + 1 + participants.indexOf(bearer);
  if (bearer.merchantId === owner.merchantId) return new Map([[position, feeCents]]);
  // An order that names a stranger as the fee bearer must not take more from it than this payment gives it.
  const shareCents = rows.find((row) => row.position === position)?.shareCents ?? 0;
  const borne = Math.min(feeCents, shareCents);
  return new Map([
    [position, borne],
    [ownerRow.position, feeCents - borne],
  ]);
}

/** The row that bears the owner's part of the fee when it has several: its remainder, else its first row. */
function rowOfOwner(owner: PaymentOwner, rows: readonly Row[]): Row {
  const own = rows.filter((row) => row.companyId === owner.companyId);
  const row = own.find((candidate) => candidate.merchantType === 'PRIMARY') ?? own[0];
  if (!row) throw new RangeError('the owner always has a row');
  return row;
}

/** Checks again, where the money is divided, the property that the tests check. */
function assertNothingLost({ totalCents, feeCents }: SplitInput, shares: readonly Share[]): void {
  const shareSum = shares.reduce((sum, share) => sum + share.shareCents, 0);
  const feeSum = shares.reduce((sum, share) => sum + share.feeCents, 0);
  const isAmount = (cents: number) => Number.isSafeInteger(cents) && cents >= 0;
  const areAmounts = shares.every((share) => isAmount(share.shareCents) && isAmount(share.feeCents));
  if (!areAmounts || feeCents > totalCents || shareSum !== totalCents || feeSum !== feeCents) {
    throw new RangeError(
      `shares of ${shareSum} and fees of ${feeSum} do not divide a total of ${totalCents} with a fee of ${feeCents}`,
    );
  }
}
