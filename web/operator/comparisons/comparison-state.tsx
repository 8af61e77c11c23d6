import { Badge } from '../../ui/values/status-badge.tsx';
import type { Comparison } from './comparisons.queries.ts';
import { useComparisonTexts } from './comparisons.texts.ts';

type Judged = Pick<Comparison, 'is_different' | 'unknown' | 'is_asked'>;

/** What is none of ours is no difference of totals, and somebody has to look at it all the same. */
export function ComparisonState({ day: { is_different, unknown, is_asked } }: { day: Judged }) {
  const t = useComparisonTexts();
  if (is_asked) return <Badge tone="working" word={t.asked} />;
  if (is_different) return <Badge tone="bad" word={t.different} />;
  if (unknown.count > 0) return <Badge tone="waiting" word={t.unknown({ count: unknown.count })} />;
  return <Badge tone="good" word={t.equal} />;
}
