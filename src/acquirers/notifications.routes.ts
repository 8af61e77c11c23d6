import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { insertNotification } from './notifications.sql.ts';

/**
 * The acquirer says that something happened to a charge. Stored before it is acknowledged, and believed only as far as
 * to go and ask: forged, repeated, early and out-of-order notifications change nothing by themselves.
 */
export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.post(
    '/acquirer/notifications',
    {
      // Not rate-limited: what the acquirer cannot deliver now it sends again, and all of it comes from one address.
      config: { isPublic: true, rateLimit: false },
      schema: {
        tags: ['acquirer'],
        summary: 'Notification from the sub-acquirer, authenticated by its signature',
        security: [],
        response: { 200: Type.Object({ success: Type.Boolean() }) },
      },
    },
    async (request) => {
      const reading = deps.acquirer.readNotification(request.headers, String(request.body ?? ''));
      if (!reading.ok) throw new ApiError('UNAUTHORIZED', `the notification was refused: ${reading.reason}`);
      const { reference, content } = reading;
      const contentHash = createHash('sha256').update(content).digest();
      const notification = { acquirer: deps.acquirer.name, reference, contentHash, at: deps.clock.realNow() };
      if (await insertNotification(deps.db, notification)) deps.poke('work-notifications');
      return { success: true };
    },
  );
}
