import { type DestinationStream, type Logger, pino } from 'pino';
import { requestContext } from './request-context.ts';

/**
 * Logs carry ids, codes and times, never what people typed: documents, e-mails, phones, tokens and passwords have no
 * business here. PostgreSQL puts values into the texts of its errors, so of those only the safe parts are kept.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const database = error as Error & {
    severity?: string;
    code?: string;
    constraint?: string;
    table?: string;
    routine?: string;
  };
  if (database.severity !== undefined) {
    const { code, constraint, table, routine } = database;
    return { type: 'PostgresError', code, constraint, table, routine, stack: framesOf(error) };
  }
  return {
    type: error.name,
    message: error.message,
    ...(database.code ? { code: database.code } : {}),
    stack: framesOf(error),
  };
}

function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n');
}

/** Lines written while a request is worked on carry its id. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, error: describeError },
    mixin: () => ({ requestId: requestContext.getStore()?.requestId }),
  };
  return destination ? pino(options, destination) : pino(options);
}
