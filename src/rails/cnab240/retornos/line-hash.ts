import { createHash } from 'node:crypto';
import type { Movement } from '../layout/movement.rules.ts';
import type { RepeatCounter } from './repeats.rules.ts';

/** Columns 4 to 13 say where in its file a record stands: the same one in another file stands elsewhere. */
const PLACE = /^(.{3}).{10}/;

/** What makes a pair of records the same again; of equal ones in one file the second is another. */
export function hashOf({ content }: Movement, repeats: RepeatCounter): string {
  const bare = content
    .split('\n')
    .map((record) => record.replace(PLACE, '$1'))
    .join('\n');
  const digest = createHash('sha256').update(bare).digest();
  const before = repeats.note(digest);
  const hash = digest.toString('hex');
  return before === 0 ? hash : createHash('sha256').update(`${hash} ${before}`).digest('hex');
}
