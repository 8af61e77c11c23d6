import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  EstablishmentList,
  NewAccessToken,
  Establishment as Schema,
} from '../../src/gateway/company-reads/establishments.schemas.ts';
import type { SimulatedSplit } from '../../src/gateway/splits/splits.schemas.ts';
import { call } from '../api/call.ts';

export type Establishment = Static<typeof Schema>;
export type ListedEstablishment = Static<typeof EstablishmentList>['data'][number];
export type FixedParticipant = Establishment['split'][number];

export const companiesQuery = (query: Record<string, string | readonly string[]>) =>
  queryOptions({
    queryKey: ['companies', 'list', query],
    queryFn: ({ signal }) => call<Static<typeof EstablishmentList>>('/companies', { query, signal }),
  });

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'one', id],
    queryFn: ({ signal }) => call<Establishment>(`/companies/${id}`, { signal }),
  });

export const createToken = (companyId: number) =>
  call<Static<typeof NewAccessToken>>(`/companies/${companyId}/access-tokens`, { method: 'POST', body: {} });

export const revokeToken = (companyId: number, tokenId: number) =>
  call(`/companies/${companyId}/access-tokens/${tokenId}`, { method: 'DELETE' });

/** One line of the split as it is sent: by company where we know it, by token where only the other merchant does. */
export interface SplitLine extends Omit<FixedParticipant, 'company_id' | 'name'> {
  company_id?: number;
  accessToken?: string;
}

export const saveSplit = (companyId: number, splitParticipants: readonly SplitLine[]) =>
  call<{ split: FixedParticipant[] }>(`/companies/${companyId}/split`, { method: 'PUT', body: { splitParticipants } });

export const saveReminders = (companyId: number, days: readonly number[]) =>
  call<{ reminder_days: number[] }>(`/companies/${companyId}/reminders`, {
    method: 'PUT',
    body: { reminder_days: days },
  });

export const simulateSplit = (
  companyId: number,
  about: { type: 'pix' | 'invoice'; total: number },
  splitParticipants: readonly SplitLine[],
) =>
  call<Static<typeof SimulatedSplit>>(`/companies/${companyId}/split/simulate`, {
    method: 'POST',
    body: { payment: { type: about.type }, total: about.total, splitParticipants },
  });
