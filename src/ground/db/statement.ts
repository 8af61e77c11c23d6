import { createHash } from 'node:crypto';

/**
 * SQL that a connection parses and plans once, under a name, however often it runs. For what every order or
 * request runs: the server keeps each named statement in each connection, so their number is that of the constants
 * in the source.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const NAME_LENGTH = 16;

/**
 * Named after its text, so two releases that share a connection through a pooler never mean two statements by one name.
 */
export function statement(text: string): Statement {
  return { name: `v_${createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH)}`, text };
}
