import { SANDBOX } from '../../rails/acquirers/acquirer.ts';
import { NAME_SHAPE } from '../../rails/acquirers/registry.ts';

/** Why an operator cannot call an acquirer that; null: they can. */
export function nameProblem(name: string): string | null {
  if (name === SANDBOX) return `${SANDBOX} is the acquirer that comes with the gateway`;
  if (!NAME_SHAPE.test(name))
    return 'the name must be lower case letters, digits and hyphens, at most 40, a letter first';
  return null;
}
