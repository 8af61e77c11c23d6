import { queryOptions } from '@tanstack/react-query';
import type { OperatorRole } from '../../../src/parties/operators/operator-acts.rules.ts';
import { call } from '../../api/call.ts';

export interface Operator {
  id: number;
  name: string;
  email: string;
  role: OperatorRole;
  status: 'ACTIVE' | 'INACTIVE';
  second_factor: boolean;
  created_at: string;
}

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: ({ signal }) => call<{ data: Operator[] }>('/operators', { signal }),
});
