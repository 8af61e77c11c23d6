import { isOneLine } from './visible-text.rules.ts';

/** An address of the web or of a mailbox, or the beginning of one: mail programs make a link of it. */
const HOLDS_ADDRESS = /@|:\/\/|www\.|[\p{L}\p{N}]\.[\p{L}]{2,}/iu;

/**
 * A name as the subject or the text of a mail of ours may hold it, or null: whoever names a shop "visit evil.example"
 * must not have us send that to somebody under our own name.
 */
export function nameForMail(name: string): string | null {
  return HOLDS_ADDRESS.test(name) || !isOneLine(name) ? null : name;
}
