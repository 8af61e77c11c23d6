import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { SANDBOX } from './acquirer.ts';
import { insertNotification } from './notifications.sql.ts';

/**
 * A callback about many payments at once is some tens of KiB; strangers may send here too, so no more than that is
 * read.
 */
const MAX_NOTIFICATION_BYTES = 64 * 1024;

/**
 * An acquirer says that something happened to a charge. The notification is stored before it is acknowledged, and it
 * only makes us ask the acquirer: forged, repeated, early and out-of-order notifications change nothing by themselves.
 */
export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const schema = { tags: ['acquirer'], security: [], response: { 200: Type.Object({ success: Type.Boolean() }) } };
  // Not rate-limited: an acquirer sends everything from one address, and sends again what it cannot deliver now.
  const config = { isPublic: true, rateLimit: false as const };

  app.post(
    '/acquirer/:name/notifications',
    {
      config,
      bodyLimit: MAX_NOTIFICATION_BYTES,
      schema: {
        ...schema,
        summary: 'Notification from the sub-acquirer of that name, authenticated in the way of that acquirer',
        params: Type.Object({ name: Type.String() }),
      },
    },
    (request) => takeNotification(deps, (request.params as { name: string }).name, request),
  );

  app.post(
    '/acquirer/notifications',
    {
      config,
      bodyLimit: MAX_NOTIFICATION_BYTES,
      schema: { ...schema, summary: 'Notification from the sandbox acquirer, authenticated by its signature' },
    },
    (request) => takeNotification(deps, SANDBOX, request),
  );
}

async function takeNotification(deps: Deps, name: string, request: FastifyRequest): Promise<{ success: boolean }> {
  const reading = deps.acquirers.find(name)?.readNotification?.(request.headers, String(request.body ?? ''));
  if (!reading) throw new ApiError('ROUTE_NOT_FOUND', 'no acquirer of that name sends notifications here');
  if (!reading.ok) throw new ApiError('UNAUTHORIZED', `the notification was refused: ${reading.reason}`);
  const { reference, content } = reading;
  const contentHash = createHash('sha256').update(content).digest();
  const notification = { acquirer: name, reference, contentHash, at: deps.clock.realNow() };
  if (await insertNotification(deps.db, notification)) deps.poke('work-notifications');
  return { success: true };
}
