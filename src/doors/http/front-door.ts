import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Ids } from '../../ground/ids.ts';
import { HEALTH_PATH } from './health.routes.ts';
import { countHosts } from './odd-requests.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-ids.ts';
import { type Handle, takeTurnsAtTheDoor } from './turns-at-the-door.ts';

export interface FrontDoorParts {
  ids: Ids;
  /** Whether a connection is to end with its answer: it is one too many, or the process stops. */
  isEnding: (socket: Socket) => boolean;
  hasLimits: boolean;
  /** Who answers whatever begins with `/operator`; null: nobody, and no request is looked at for it. */
  console: Pick<FastifyInstance, 'routing'> | null;
}

const OF_THE_CONSOLE = /^\/operator(?=[/?#]|$)/;

/** Stands before the framework: decides when a request begins, and answers plain health checks itself. */
export function openFrontDoor(app: FastifyInstance, { ids, isEnding, hasLimits, console }: FrontDoorParts): void {
  const [own] = app.server.listeners('request') as [Handle];
  const framework: Handle = console
    ? (request, response) =>
        OF_THE_CONSOLE.test(request.url ?? '') ? console.routing(request, response) : own(request, response)
    : own;
  const answerHealth = createHealthAnswerer(app, ids);
  const handle: Handle = (request, response) => {
    const isQuick = isPlainHealthCheck(request) && !isEnding(request.socket) && answerHealth(request, response);
    if (!isQuick) framework(request, response);
  };
  app.server.removeListener('request', own);
  app.server.on('request', hasLimits ? takeTurnsAtTheDoor(handle) : handle);
}

/** Everything odd about a health check is for the framework to judge. */
function isPlainHealthCheck(request: IncomingMessage): boolean {
  const { method, url, headers, httpVersion } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return url === HEALTH_PATH && method === 'GET' && httpVersion === '1.1' && !hasBody && countHosts(request) === 1;
}

/** These differ from answer to answer; Node or this file writes them. */
const OWN_HEADERS = new Set([REQUEST_ID_HEADER, 'date', 'connection', 'keep-alive']);

/**
 * Nobody is refused a health check, so it has to cost next to nothing. The framework answers one when the process
 * begins to listen; its answer is repeated, with an id of its own each time. Says whether there is one yet.
 */
function createHealthAnswerer(app: FastifyInstance, ids: Ids) {
  let answer: { headers: [string, string][]; body: string } | null = null;
  app.server.once('listening', async () => {
    const { headers, body } = await app.inject(HEALTH_PATH);
    const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
    answer = { headers: kept.map(([name, value]) => [name, String(value)]), body };
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!answer) return false;
    response.writeHead(200, [...answer.headers.flat(), REQUEST_ID_HEADER, requestIdOf(request, ids)]);
    response.end(answer.body);
    return true;
  };
}
