import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Home as HomeSchema } from '../../../src/doors/operator/home/home.schemas.ts';
import { call } from '../../api/call.ts';

export type Home = Static<typeof HomeSchema>;
export type AcquirerDay = NonNullable<Home['acquirers']>[number];

/** As often as the server looks anew. */
const AGAIN_MS = 15_000;

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call<Home>('/home', { signal }),
  refetchInterval: AGAIN_MS,
});
