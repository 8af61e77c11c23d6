import { Button } from '@mantine/core';
import { useSession } from '../api/session.ts';
import { Link } from '../ui/page/link.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Section } from '../ui/page/section.tsx';
import { CopyText } from '../ui/values/copy-text.tsx';
import { ClockSection } from './clock-section.tsx';
import styles from './sandbox.module.css';
import { useSandboxTexts } from './sandbox.texts.ts';

/** What the sandbox acquirer never charges. */
const REFUSED_EMAIL = 'recusado@vintem.dev';

export function Page() {
  const t = useSandboxTexts();
  const { mode } = useSession();
  return (
    <>
      <PageHeader title={t.title} />
      <div className={styles.page}>
        {mode === 'sandbox' && <ClockSection />}
        <Section title={t.data.title}>
          <p>{t.data.text}</p>
          <div className={styles.buttons}>
            <Button component={Link} to="/transactions/new">
              {t.data.create}
            </Button>
            <Button component={Link} to="/transactions" variant="default">
              {t.data.transactions}
            </Button>
          </div>
          <p>
            {t.data.refused} <CopyText text={REFUSED_EMAIL} />
          </p>
        </Section>
      </div>
    </>
  );
}
