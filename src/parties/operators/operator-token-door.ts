import type { Deps } from '../../ground/deps.ts';
import type { KeyDoor } from '../accounts/authenticate.ts';
import { keyDoor } from '../api-keys/key-door.ts';
import { isOperatorToken } from './operator-token.rules.ts';

/**
 * How programs of operators are known. They are keys of the installation in another shape, so that neither door finds
 * what belongs to the other.
 */
export function operatorTokenDoor(deps: Pick<Deps, 'db' | 'clock' | 'log'>): KeyDoor {
  return keyDoor(deps, isOperatorToken);
}
