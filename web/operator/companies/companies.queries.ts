import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  Company as CompanySchema,
  RailsBody,
  TermsBody,
} from '../../../src/doors/operator/merchants/companies.schemas.ts';
import { call } from '../../api/call.ts';

export type Company = Static<typeof CompanySchema>;
export type Plan = Company['plans'][number];
export type TermsChange = Omit<Static<typeof TermsBody>, 'reason'>;
export type RailsChange = Omit<Static<typeof RailsBody>, 'reason'>;

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'one', id],
    queryFn: ({ signal }) => call<Company>(`/companies/${id}`, { signal }),
  });

export function changeTerms(id: number, change: TermsChange, reason: string): Promise<Company> {
  return call<Company>(`/companies/${id}/terms`, { method: 'PATCH', body: { ...change, reason } });
}

export function changeRails(id: number, change: RailsChange, reason: string): Promise<Company> {
  return call<Company>(`/companies/${id}/rails`, { method: 'PATCH', body: { ...change, reason } });
}
