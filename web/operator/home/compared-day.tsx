import { useFormats } from '../../i18n/formats.ts';
import { Badge } from '../../ui/values/status-badge.tsx';
import type { Home } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

/** The last day that was held against what the bank says. */
export function ComparedDay({ comparison }: { comparison: NonNullable<Home['comparisons']>[number] | undefined }) {
  const { banks: t } = useHomeTexts();
  const { date } = useFormats();
  if (!comparison) return t.never;
  // A day ends when the next begins: its last instant is still the day itself.
  const day = date(new Date(Date.parse(comparison.day_end) - 1).toISOString());
  return comparison.differs ? (
    <Badge tone="bad" word={t.differs({ day })} />
  ) : (
    <Badge tone="good" word={t.agrees({ day })} />
  );
}
