import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const PREFIX = '/dashboard/api';

/** Requests of the dashboard, which come with a session instead of a token. */
const entered = new WeakSet<IncomingMessage>();

/**
 * The interface has a second door: below this prefix stand the same routes with the same schemas and limits, for
 * whoever is logged in at the dashboard. Answers the address that the router is to see.
 */
export function addressBehindDoor(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (!url.startsWith(`${PREFIX}/`)) return url;
  entered.add(request);
  return url.slice(PREFIX.length);
}

export function cameByDoor({ raw }: FastifyRequest): boolean {
  return entered.has(raw);
}
