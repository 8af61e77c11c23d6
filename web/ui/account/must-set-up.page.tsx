import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SESSION_KEY } from '../../api/logged-in.ts';
import { PageHeader } from '../page/page-header.tsx';
import { Section } from '../page/section.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityTexts } from './security.texts.ts';
import { SetUpForm } from './set-up-form.tsx';
import styles from './settings.module.css';

/** All that is shown to whoever has to have a second factor and has none yet. */
export function Page() {
  const { factor: t, mustSetUp } = useSecurityTexts();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <main className={styles.alone}>
      <PageHeader title={mustSetUp.title} />
      <p className={styles.note}>{mustSetUp.text}</p>
      <Section title={t.title}>
        {codes ? (
          <RecoveryCodes codes={codes} onStored={() => client.invalidateQueries({ queryKey: SESSION_KEY })} />
        ) : (
          <SetUpForm onDone={setCodes} />
        )}
      </Section>
    </main>
  );
}
