import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS, type Asker } from '../../ground/actor.rules.ts';
import type { Ids } from '../../ground/ids.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import { requestContext } from '../../ground/request-context.ts';
import { readAgent } from '../../parties/accounts/sessions/session.rules.ts';

export const REQUEST_ID_HEADER = 'x-request-id';
/** Ids stand in logs: nothing that could be a text, a line break or a page of it. */
const SANE = /^[\w.:=/+-]{1,128}$/;

/** The caller's own id where one was sent that is fit for a log, so that both sides can talk about one request. */
export function requestIdOf(request: IncomingMessage, ids: Ids): string {
  const sent = request.headers[REQUEST_ID_HEADER];
  return typeof sent === 'string' && SANE.test(sent) ? sent : ids.requestId();
}

export function carryRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  // Not earlier: the events of an arriving body come from the connection, outside of whatever began before them.
  app.addHook('preValidation', (request, _reply, done) =>
    requestContext.run({ requestId: request.id, asker: () => askerOf(request) }, done),
  );
}

function askerOf({ caller, ip, headers }: FastifyRequest): Asker {
  return { actor: caller?.actor ?? ANONYMOUS, address: addressKeyOf(ip), agent: readAgent(headers['user-agent']) };
}
