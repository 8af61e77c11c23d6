import type { AllDeps } from '../../../src/doors/all-deps.ts';
import { startRefundWrites } from '../../../src/gateway/refunds/refund-writes.ts';
import { type Acquirer, SANDBOX } from '../../../src/rails/acquirers/acquirer.ts';
import { createAcquirers } from '../../../src/rails/acquirers/registry.ts';

/** The sandbox acquirer as a started gateway uses it. */
export function sandboxOf(deps: AllDeps): Acquirer {
  const sandbox = deps.acquirers.find(SANDBOX);
  if (!sandbox) throw new Error('there is no sandbox acquirer');
  return sandbox;
}

/** The same parts with exactly these acquirers; a company that has none of its own charges through the sandbox. */
export function withAcquirers(deps: AllDeps, ...acquirers: Acquirer[]): AllDeps {
  const changed = { ...deps, acquirers: createAcquirers(acquirers, deps.clock.realNow, SANDBOX) };
  return { ...changed, refundWrites: startRefundWrites(changed) };
}

/** The same parts, with some operations of the sandbox acquirer replaced. */
export function withSandbox(deps: AllDeps, changes: Partial<Acquirer>): AllDeps {
  return withAcquirers(deps, { ...sandboxOf(deps), ...changes });
}
