import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import styles from './acquirers.module.css';
import type { OneAcquirer } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';

/** What may be seen again; of secrets, only that they are there. */
export function SettingsSection({ acquirer }: { acquirer: OneAcquirer }) {
  const { settings: t, fields } = useAcquirerTexts();
  const labels: Record<string, string> = fields;
  return (
    <Section title={t.title}>
      <Facts
        facts={acquirer.settings.map(({ name, is_set, value }) => [
          labels[name] ?? name,
          is_set ? (value ?? t.isSet) : t.isUnset,
        ])}
      />
      {acquirer.by_command_line.length > 0 && (
        <p className={styles.after}>{t.byCommandLine({ names: acquirer.by_command_line.join(', ') })}</p>
      )}
    </Section>
  );
}
