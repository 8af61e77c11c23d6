import { Link } from '../../ui/page/link.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { Home } from '../home/home.queries.ts';
import { AcquirerBadge, AcquirerFacts } from './acquirer-facts.tsx';
import type { SeenAcquirer } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';

interface AcquirerCardProps {
  acquirer: SeenAcquirer;
  comparison: NonNullable<Home['comparisons']>[number] | undefined;
}

export function AcquirerCard({ acquirer, comparison }: AcquirerCardProps) {
  const t = useAcquirerTexts();
  const { name } = acquirer;
  return (
    <Section title={name} actions={<AcquirerBadge acquirer={acquirer} />}>
      <AcquirerFacts acquirer={acquirer} comparison={comparison} />
      <p>
        <Link to={`/acquirers/${name}`}>{t.open({ name })}</Link>
      </p>
    </Section>
  );
}
