import type { ReactNode } from 'react';
import type { Permission } from '../../../src/parties/accounts/permissions.rules.ts';
import { useCan } from '../../api/session.ts';

/** What only some may do is not shown to the others: a button that always refuses helps nobody. */
export function May({ need, children }: { need: Permission; children: ReactNode }) {
  return useCan(need) ? children : null;
}
