import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  CheckMessage,
  KindOfBank as KindSchema,
  OneAcquirer as OneSchema,
  SeenAcquirer as SeenSchema,
} from '../../../src/doors/operator/acquirers/acquirers.schemas.ts';
import { call, callStream } from '../../api/call.ts';

/** How a bank does; nothing of how it is reached. */
export type SeenAcquirer = Static<typeof SeenSchema>;
/** With what may be seen of its settings. */
export type OneAcquirer = Static<typeof OneSchema>;
export type KindOfBank = Static<typeof KindSchema>;
export type BankForm = KindOfBank['forms'][number];
export type FormField = BankForm['fields'][number];
export type CheckNews = Static<typeof CheckMessage>;

/** A bank that was stored a moment ago is used within seconds. */
const STARTING_MS = 1_000;

export const acquirersQuery = queryOptions({
  queryKey: ['acquirers'],
  queryFn: ({ signal }) => call<{ data: SeenAcquirer[] }>('/acquirers', { signal }),
});

export const acquirerQuery = (name: string) =>
  queryOptions({
    queryKey: ['acquirers', 'one', name],
    queryFn: ({ signal }) => call<OneAcquirer>(pathOf(name), { signal }),
    refetchInterval: ({ state }) => (state.data?.is_starting ? STARTING_MS : false),
  });

export const kindsQuery = queryOptions({
  queryKey: ['acquirer-kinds'],
  queryFn: ({ signal }) => call<{ data: KindOfBank[] }>('/acquirer-kinds', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function addAcquirer(body: object): Promise<OneAcquirer> {
  return call<OneAcquirer>('/acquirers', { method: 'POST', body });
}

export function changeAcquirer(name: string, body: object): Promise<OneAcquirer> {
  return call<OneAcquirer>(pathOf(name), { method: 'PATCH', body });
}

export function registerWebhook(name: string): Promise<{ origin: string }> {
  return call<{ origin: string }>(`${pathOf(name)}/webhook`, { method: 'POST' });
}

export function checkAcquirer(name: string, tell: (news: CheckNews) => void, signal: AbortSignal): Promise<void> {
  return callStream<CheckNews>(`${pathOf(name)}/check`, { method: 'POST', signal }, tell);
}

function pathOf(name: string): string {
  return `/acquirers/${encodeURIComponent(name)}`;
}
