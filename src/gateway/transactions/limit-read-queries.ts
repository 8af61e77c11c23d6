import type { Deps } from '../../ground/deps.ts';
import { createWindowCounter } from '../../ground/limits/window-counter.ts';

/** Banks count questions: one merchant's readers must not use up what all others need. */
export function limitReadQueries({ config, clock }: Pick<Deps, 'config' | 'clock'>): (merchantId: number) => boolean {
  const asked = createWindowCounter<number>(clock);
  const most = config.rateLimitPerSecond > 0 ? config.readQueriesPerSecond : 0;
  return (merchantId) => {
    if (most > 0 && asked.of(merchantId) >= most) return false;
    asked.add(merchantId, 1);
    return true;
  };
}
