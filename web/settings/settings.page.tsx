import { PageHeader } from '../ui/page/page-header.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import styles from './settings.module.css';
import { useSettingsTexts } from './settings.texts.ts';
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
