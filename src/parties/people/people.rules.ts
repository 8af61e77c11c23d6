import { ApiError } from '../../ground/errors.ts';
import { permissionsOfRole, type Role } from '../accounts/permissions.rules.ts';

/** Active or not: nobody who was there is deleted. */
export const MOST_USERS_OF_MERCHANT = 100;
export const MOST_PENDING_INVITATIONS = 20;

interface Standing {
  role: Role;
  status: 'ACTIVE' | 'INACTIVE';
}

const isActiveOwner = ({ role, status }: Standing) => role === 'OWNER' && status === 'ACTIVE';

/** Whether what they hand out, invitations and keys, may stand. */
export function mayHandOut({ role, status }: Standing): boolean {
  return status === 'ACTIVE' && permissionsOfRole(role).has('manage');
}

/** Without an owner nobody could ever invite one. `owners` counts the active ones, with this user. */
export function refuseLosingLastOwner(before: Standing, after: Standing, owners: number): void {
  if (owners <= 1 && isActiveOwner(before) && !isActiveOwner(after))
    throw new ApiError('LAST_OWNER', 'this is the last active owner: make somebody else one first');
}

/** Also for a user of somebody else. */
export function unknownUser(userId: number): ApiError {
  return new ApiError('USER_NOT_FOUND', `user ${userId} does not exist`);
}

export function refuseSurplusUsers(users: number): void {
  if (users >= MOST_USERS_OF_MERCHANT)
    throw new ApiError('USER_LIMIT', `a merchant has at most ${MOST_USERS_OF_MERCHANT} users`, {
      details: { maximum: MOST_USERS_OF_MERCHANT },
    });
}
