import { useCan } from '../../api/session.ts';
import { PasswordSection } from '../../ui/account/password-section.tsx';
import { SecondFactorSection } from '../../ui/account/second-factor-section.tsx';
import styles from '../../ui/account/settings.module.css';
import { useSettingsTexts } from '../../ui/account/settings.texts.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { SettingsNav } from '../settings-nav.tsx';
import { RequireSecondFactor } from './require-second-factor.tsx';
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
