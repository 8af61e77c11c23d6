import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { countWrongSenders } from '../../ground/limits/wrong-senders.ts';
import { type CallbackCapability, SANDBOX } from './acquirer.ts';
import { type KeepNotifications, startKeepingNotifications } from './keep-notifications.ts';
import type { WithAcquirers } from './registry.ts';

/**
 * A callback about many payments at once is some tens of KiB; strangers may send here too, so no more than
 * that is read.
 */
const MAX_NOTIFICATION_BYTES = 64 * 1024;
/** Banks put many payments into one callback. Only who knows the secret gets as far as the body. */
const MAX_CALLBACK_BYTES = 1024 * 1024;

/**
 * An acquirer says that something happened to a charge. The notification is stored before it is acknowledged, and it
 * only makes us ask the acquirer: forged, repeated, early and out-of-order notifications change nothing by themselves.
 */
export function notificationRoutes(app: FastifyInstance, deps: Deps & WithAcquirers): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const countWrong = countWrongSenders(deps);
  const keep = startKeepingNotifications(deps);
  const take = (name: string, request: FastifyRequest) => takeNotification(deps, name, request, { countWrong, keep });
  const schema = { tags: ['acquirer'], security: [], response: { 200: Type.Object({ success: Type.Boolean() }) } };
  // Only what is wrong is limited: an acquirer sends everything from one address, and sends again what it
  // cannot deliver now.
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
    (request) => take((request.params as { name: string }).name, request),
  );

  app.post(
    '/acquirer/notifications',
    {
      config,
      bodyLimit: MAX_NOTIFICATION_BYTES,
      schema: { ...schema, summary: 'Notification from the sandbox acquirer, authenticated by its signature' },
    },
    (request) => take(SANDBOX, request),
  );
}

/**
 * Callbacks of banks that sign nothing: the secret in the address opens it, and a listener of their own may ask for the
 * bank's certificate besides (`http/callback-listener.ts`). Banks put `/pix` behind the address, or do not.
 */
export function callbackRoutes(app: FastifyInstance, deps: Deps & WithAcquirers): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const countWrong = countWrongSenders(deps);
  const options: RouteShorthandOptions = {
    config: { isPublic: true, rateLimit: false },
    bodyLimit: MAX_CALLBACK_BYTES,
    // Before the body is read: a stranger is not listened to.
    onRequest: async (request) => {
      if (findCallback(deps, request)) return;
      countWrong(request);
      if (Number(request.headers['content-length'] ?? 0) > MAX_NOTIFICATION_BYTES)
        throw new ApiError('PAYLOAD_TOO_LARGE', `at most ${MAX_NOTIFICATION_BYTES} bytes are read of a stranger`);
      throw unknownCallback();
    },
    schema: {
      tags: ['acquirer'],
      security: [],
      summary: 'Callback of a bank, opened by the secret at the end of its address',
      description:
        'Only a hint: the bank is asked about every charge that the body names. Answered at once, with and without ' +
        '`/pix` at the end. A wrong secret is 404, as an address that does not exist.',
      params: Type.Object({ name: Type.String(), secret: Type.String() }),
      response: { 200: Type.Object({ success: Type.Boolean() }) },
    },
  };
  const keep = startKeepingNotifications(deps);
  const take = (request: FastifyRequest) => takeCallback(deps, request, keep);
  app.post('/acquirer/:name/notifications/:secret', options, take);
  app.post('/acquirer/:name/notifications/:secret/pix', options, take);
}

function unknownCallback(): ApiError {
  return new ApiError('ROUTE_NOT_FOUND', 'no acquirer of that name sends callbacks here');
}

/** Null for a wrong secret. */
function findCallback(
  deps: Deps & WithAcquirers,
  request: FastifyRequest,
): { name: string; callback: CallbackCapability } | null {
  const { name, secret } = request.params as { name: string; secret: string };
  const callback = deps.acquirers.find(name)?.callback;
  return callback?.isSecret(secret) ? { name, callback } : null;
}

async function takeCallback(
  deps: Deps & WithAcquirers,
  request: FastifyRequest,
  keep: KeepNotifications,
): Promise<{ success: boolean }> {
  const found = findCallback(deps, request);
  // The secret was changed while the body came in.
  if (!found) throw unknownCallback();
  const { name, callback } = found;
  const rawBody = String(request.body ?? '');
  const { references } = callback.read(rawBody) ?? { references: [] };
  // Banks try the address when it is registered, with bodies of their own: nothing to do, and no reason to refuse.
  const at = deps.clock.realNow();
  const told = references.map((reference) => {
    const contentHash = createHash('sha256').update(`${reference}.${rawBody}`).digest();
    return { acquirer: name, reference, contentHash, at };
  });
  if (told.length > 0) await keep(told);
  return { success: true };
}

async function takeNotification(
  deps: Deps & WithAcquirers,
  name: string,
  request: FastifyRequest,
  { countWrong, keep }: { countWrong: (request: FastifyRequest) => void; keep: KeepNotifications },
): Promise<{ success: boolean }> {
  const reading = deps.acquirers.find(name)?.readNotification?.(request.headers, String(request.body ?? ''));
  if (!reading?.ok) countWrong(request);
  if (!reading) throw new ApiError('ROUTE_NOT_FOUND', 'no acquirer of that name sends notifications here');
  if (!reading.ok) throw new ApiError('UNAUTHORIZED', `the notification was refused: ${reading.reason}`);
  const { reference, content } = reading;
  const contentHash = createHash('sha256').update(content).digest();
  await keep([{ acquirer: name, reference, contentHash, at: deps.clock.realNow() }]);
  return { success: true };
}
