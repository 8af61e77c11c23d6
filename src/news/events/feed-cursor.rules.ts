import { invalidField } from '../../ground/errors.ts';

/** Where a reader of the feed is: after this event of this database transaction. Opaque to readers. */
export interface FeedPosition {
  /** A 64-bit number as text: it does not fit a JavaScript number. */
  writtenBy: string;
  position: number;
}

export const START_OF_FEED: FeedPosition = { writtenBy: '0', position: 0 };

/** Beyond every event there can be: where the feed that runs backwards starts. */
export const END_OF_FEED: FeedPosition = { writtenBy: String(2n ** 63n - 1n), position: 999_999_999_999_999 };

const CURSOR = /^([0-9]{1,19})-([0-9]{1,15})$/;
const MAX_XID = 2n ** 63n - 1n;

export function cursorOf({ writtenBy, position }: FeedPosition): string {
  return `${writtenBy}-${position}`;
}

export function readCursor(text: string, name: string): FeedPosition {
  const [, writtenBy, position] = CURSOR.exec(text) ?? [];
  if (writtenBy === undefined || position === undefined || BigInt(writtenBy) > MAX_XID) {
    throw invalidField(name, 'must be a cursor that this feed gave out');
  }
  return { writtenBy, position: Number(position) };
}
