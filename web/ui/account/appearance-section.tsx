import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useLanguage } from '../../i18n/language.tsx';
import { useDensity } from '../lists/density.ts';
import { Section } from '../page/section.tsx';
import styles from './settings.module.css';
import { useSettingsTexts } from './settings.texts.ts';

export function AppearanceSection() {
  const { appearance: t } = useSettingsTexts();
  const { language, setLanguage } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  return (
    <Section title={t.title}>
      <div className={styles.fields}>
        <NativeSelect
          label={t.language}
          value={language}
          data={[
            { value: 'pt-BR', label: 'Português' },
            { value: 'en', label: 'English' },
          ]}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'en' ? 'en' : 'pt-BR')}
        />
        <NativeSelect
          label={t.scheme}
          value={colorScheme}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t[value] }))}
          onChange={({ currentTarget }) => setColorScheme(currentTarget.value as 'auto' | 'light' | 'dark')}
        />
        <NativeSelect
          label={t.density}
          value={density}
          data={(['comfortable', 'compact'] as const).map((value) => ({ value, label: t[value] }))}
          onChange={({ currentTarget }) => setDensity(currentTarget.value === 'compact' ? 'compact' : 'comfortable')}
        />
      </div>
    </Section>
  );
}
