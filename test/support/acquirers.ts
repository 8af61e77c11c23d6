import { type Acquirer, SANDBOX } from '../../src/acquirers/acquirer.ts';
import { createAcquirers } from '../../src/acquirers/registry.ts';
import type { Deps } from '../../src/deps.ts';

/** The sandbox acquirer as a started gateway uses it. */
export function sandboxOf(deps: Deps): Acquirer {
  const sandbox = deps.acquirers.find(SANDBOX);
  if (!sandbox) throw new Error('there is no sandbox acquirer');
  return sandbox;
}

/** The same parts with exactly these acquirers; a company that has none of its own charges through the sandbox. */
export function withAcquirers(deps: Deps, ...acquirers: Acquirer[]): Deps {
  return { ...deps, acquirers: createAcquirers(acquirers, deps.clock.realNow, SANDBOX) };
}

/** The same parts, with some operations of the sandbox acquirer replaced. */
export function withSandbox(deps: Deps, changes: Partial<Acquirer>): Deps {
  return withAcquirers(deps, { ...sandboxOf(deps), ...changes });
}
