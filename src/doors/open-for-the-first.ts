import type { FastifyInstance } from 'fastify';
import type { Deps } from '../ground/deps.ts';
import { ApiError, errorBody } from '../ground/errors.ts';

interface Guest {
  routing: FastifyInstance['routing'];
  close(): Promise<void>;
}

/**
 * A server that is opened for the first who asks, while whoever comes meanwhile waits for the same. Where it cannot be
 * opened, those get a 500, and the next who asks tries again.
 */
export function openForTheFirst(
  open: () => Promise<Pick<FastifyInstance, 'routing' | 'close'>>,
  log: Pick<Deps['log'], 'error'>,
): Guest {
  let opening: ReturnType<typeof open> | null = null;
  const openOnce = () => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      log.error({ err: error }, 'what opens for the first who asks could not be opened');
      throw error;
    });
    return opening;
  };
  return {
    routing(request, response) {
      openOnce().then(
        (app) => app.routing(request, response),
        () => {
          const body = errorBody(new ApiError('INTERNAL_ERROR', 'an unexpected error happened; it was logged'));
          response.writeHead(500, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
        },
      );
    },
    async close() {
      const app = await opening?.catch(() => null);
      await app?.close();
    },
  };
}
