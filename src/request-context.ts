import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the current request, for the log: operations know nothing of requests. */
export const requestContext = new AsyncLocalStorage<{ requestId: string }>();
