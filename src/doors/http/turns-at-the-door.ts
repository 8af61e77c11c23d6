import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';

/** So much of one address begins in one turn of the event loop; more would keep everybody's next step waiting. */
const WEIGHT_PER_TURN = 32;
/**
 * What comes without a token is no merchant's work: health checks, links, guesses at routes. It gets a smaller share.
 */
const WEIGHT_WITHOUT_TOKEN = 4;
/** Requests sent ahead on one connection, without waiting for answers, that may stand in line; nobody needs as many. */
const MAX_WAITING_OF_CONNECTION = 100;

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The requests of one address. */
interface Line {
  /** What has begun in this turn. */
  weight: number;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Requests of one address begin a few per turn of the event loop, the others wait in line for the next turns. Nobody is
 * refused and nothing is lost: the loop does not rest while somebody waits. But an order takes many turns, and however
 * many connections ask for something cheap, each of those turns stays short. Behind a proxy all callers stand in one
 * line, which moves as fast.
 */
export function takeTurnsAtTheDoor(handle: Handle): Handle {
  /** Only addresses with a request in this turn or in line are in here. */
  const lines = new Map<string, Line>();
  const keys = new WeakMap<Socket, string>();
  const waitingOf = new WeakMap<Socket, number>();
  let isTurnEnding = false;

  const keyOf = (socket: Socket): string => {
    const known = keys.get(socket);
    if (known !== undefined) return known;
    const key = addressKeyOf(socket.remoteAddress ?? '');
    keys.set(socket, key);
    return key;
  };

  const waitInLine = (line: Line, request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const waiting = (waitingOf.get(socket) ?? 0) + 1;
    waitingOf.set(socket, waiting);
    if (waiting > MAX_WAITING_OF_CONNECTION) socket.destroy();
    else line.waiting.push([request, response]);
  };

  /** Each in a task of its own, as if it had just arrived: the steps of two requests must not be mixed. */
  const beginWaiting = (line: Line) => {
    let count = 0;
    for (const [request, response] of line.waiting) {
      if (line.weight >= WEIGHT_PER_TURN) break;
      count++;
      waitingOf.set(request.socket, (waitingOf.get(request.socket) ?? 1) - 1);
      // Whoever has hung up meanwhile wants no answer.
      if (request.socket.destroyed) continue;
      line.weight += weightOf(request);
      setImmediate(handle, request, response);
    }
    line.waiting.splice(0, count);
  };

  const endTurn = () => {
    for (const [key, line] of lines) {
      line.weight = 0;
      beginWaiting(line);
      if (line.weight === 0) lines.delete(key);
    }
    isTurnEnding = lines.size > 0;
    if (isTurnEnding) setImmediate(endTurn);
  };

  return (request, response) => {
    const key = keyOf(request.socket);
    const line = lines.get(key) ?? { weight: 0, waiting: [] };
    lines.set(key, line);
    if (!isTurnEnding) setImmediate(endTurn);
    isTurnEnding = true;
    if (line.weight >= WEIGHT_PER_TURN || line.waiting.length > 0) return waitInLine(line, request, response);
    line.weight += weightOf(request);
    handle(request, response);
  };
}

function weightOf({ headers }: IncomingMessage): number {
  return headers.authorization === undefined ? WEIGHT_WITHOUT_TOKEN : 1;
}
