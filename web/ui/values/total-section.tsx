import { Button } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { Section } from '../page/section.tsx';
import { useUiTexts } from '../ui.texts.ts';
import styles from './total-section.module.css';

interface TotalSectionProps {
  title: string;
  total: string;
  problems: readonly (string | null | undefined)[];
  submitLabel: string;
  isSending: boolean;
  onTestData: () => void;
}

/** Beside a form: what it comes to, what is wrong with it, and the button that sends it. */
export function TotalSection({ title, total, problems, submitLabel, isSending, onTestData }: TotalSectionProps) {
  const t = useUiTexts();
  const { mode } = useSession();
  return (
    <Section title={title}>
      <p className={styles.total}>{total}</p>
      {problems.map(
        (problem) =>
          problem && (
            <p key={problem} role="alert" className={styles.problem}>
              {problem}
            </p>
          ),
      )}
      <Button type="submit" fullWidth mt="md" loading={isSending}>
        {submitLabel}
      </Button>
      {mode === 'sandbox' && (
        <Button variant="subtle" fullWidth mt="xs" onClick={onTestData}>
          {t.testData}
        </Button>
      )}
    </Section>
  );
}
