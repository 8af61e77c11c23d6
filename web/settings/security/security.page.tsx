import { useCan } from '../../api/session.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import styles from '../settings.module.css';
import { useSettingsTexts } from '../settings.texts.ts';
import { SettingsNav } from '../settings-nav.tsx';
import { PasswordSection } from './password-section.tsx';
import { RequireSecondFactor } from './require-second-factor.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function Page() {
  const { pages: t, password } = useSettingsTexts();
  const isOwner = useCan('manage');
  return (
    <>
      <PageHeader title={t.security} />
      <SettingsNav />
      <div className={styles.sections}>
        <div className={styles.stack}>
          <SecondFactorSection />
          {isOwner && <RequireSecondFactor />}
        </div>
        <div className={styles.stack}>
          <PasswordSection text={password.text} />
          <SessionsSection />
        </div>
      </div>
    </>
  );
}
