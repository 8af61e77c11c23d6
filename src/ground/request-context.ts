import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, type Asker, actorOfJob } from './actor.rules.ts';

interface RequestContext {
  /** For the log; jobs and commands have none. */
  requestId?: string;
  /** For the audit log. Put together when it is needed: most requests leave no entry. */
  asker(): Asker;
}

/** What is known about the request, job or command at work: operations themselves know nothing of requests. */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Runs the work of somebody who did not send a request. */
export function actAs<Result>(actor: Actor, work: () => Result): Result {
  return requestContext.run({ asker: () => ({ actor, address: null, agent: null }) }, work);
}

/** Who is at work here. Outside of everything it is the service itself. */
export function currentAsker(): Asker {
  return requestContext.getStore()?.asker() ?? { actor: actorOfJob(null), address: null, agent: null };
}
