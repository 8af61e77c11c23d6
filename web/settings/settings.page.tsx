import { AppearanceSection } from '../ui/account/appearance-section.tsx';
import styles from '../ui/account/settings.module.css';
import { useSettingsTexts } from '../ui/account/settings.texts.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SettingsNav } from './settings-nav.tsx';

export function Page() {
  const t = useSettingsTexts();
  return (
    <>
      <PageHeader title={t.title} />
      <SettingsNav />
      <div className={styles.sections}>
        <ProfileSection />
        <AppearanceSection />
      </div>
    </>
  );
}
