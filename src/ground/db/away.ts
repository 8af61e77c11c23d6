import { DatabaseBusy } from './pool.ts';
import { CommitUnconfirmed } from './transaction.ts';

const CONNECTION_FAILURES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const CONNECTION_MESSAGES = new RegExp(
  `^(?:${[
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error',
  ].join('|')})`,
);

/**
 * SQLSTATE classes of a database that is away, full, stopping or read-only: whoever asks again at once only adds to it.
 */
const NOT_THE_DATA = /^(?:08|25|53|57|58|XX)/;

/**
 * PostgreSQL said no to what it was given, so nothing of it is stored. Without its word (a lost connection, no answer,
 * a replica that did not confirm) it may be stored.
 */
export function isRefusedForItsData(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity !== undefined && code !== undefined && !NOT_THE_DATA.test(code);
}

/** Somebody else has a lock on it for longer than this statement was to wait. */
export function isLocked(error: unknown): boolean {
  return (error as { code?: string }).code === '55P03';
}

/**
 * PostgreSQL out of reach, shutting down, recovering, full or out of connections: all pass, none is the caller's fault.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '', severity } = error as { code?: string; message?: string; severity?: string };
  if (
    error instanceof DatabaseBusy ||
    error instanceof CommitUnconfirmed ||
    CONNECTION_FAILURES.has(code) ||
    CONNECTION_MESSAGES.test(message)
  )
    return true;
  return severity !== undefined && /^(?:08|53|57P|40001|40P01|25006)/.test(code);
}
