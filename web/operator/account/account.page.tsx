import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { AppearanceSection } from '../../ui/account/appearance-section.tsx';
import { PasswordSection } from '../../ui/account/password-section.tsx';
import { SecondFactorSection } from '../../ui/account/second-factor-section.tsx';
import styles from '../../ui/account/settings.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { useConsoleTexts } from '../app/console.texts.ts';
import { useSession } from '../app/session.ts';
import { useAccountTexts } from './account.texts.ts';

export function Page() {
  const t = useAccountTexts();
  const { roles } = useConsoleTexts();
  const { user, role } = useSession();
  return (
    <>
      <PageHeader title={t.title} />
      <div className={styles.sections}>
        <div className={styles.stack}>
          <Section title={t.who}>
            <Facts
              facts={[
                [t.name, user.name],
                [t.email, user.email],
                [t.role, roles[role]],
              ]}
            />
          </Section>
          <SecondFactorSection />
          <OtherSessions />
        </div>
        <div className={styles.stack}>
          <PasswordSection text={t.passwordText} />
          <AppearanceSection />
        </div>
      </div>
    </>
  );
}

function OtherSessions() {
  const { sessions: t } = useAccountTexts();
  const textOf = useErrorText();
  const end = useMutation({
    mutationFn: () => call('/users/me/sessions', { method: 'DELETE' }),
    onSuccess: () => toast(t.ended),
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
  return (
    <Section title={t.title}>
      <p className={styles.note}>{t.text}</p>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        {t.end}
      </Button>
    </Section>
  );
}
