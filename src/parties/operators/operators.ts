import type { Db } from '../../ground/db/pool.ts';
import { findUserOfMerchant, type ListedUser, listUsersOfMerchant } from '../accounts/users.sql.ts';
import { INSTALLATION } from '../merchants/installation.rules.ts';
import type { OperatorRole } from './operator-acts.rules.ts';

/** As many as a merchant has people at most. */
const MOST_OPERATORS = 100;

export type ListedOperator = Omit<ListedUser, 'role'> & { role: OperatorRole };

export async function listOperators(db: Db): Promise<ListedOperator[]> {
  return (await listUsersOfMerchant(db, INSTALLATION, MOST_OPERATORS)).map(asOperator);
}

export async function findOperator(db: Db, id: number): Promise<ListedOperator | null> {
  const found = await findUserOfMerchant(db, INSTALLATION, id);
  return found && asOperator(found);
}

/** The database lets nobody of the installation have another role. */
function asOperator({ role, ...user }: ListedUser): ListedOperator {
  return { ...user, role: role as string as OperatorRole };
}
