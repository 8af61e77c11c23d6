import { useLanguage } from '../../i18n/language.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/page/icons.ts';
import { Link } from '../../ui/page/link.tsx';
import { Section } from '../../ui/page/section.tsx';
import { findingInPortuguese } from './finding-words.ts';
import styles from './home.module.css';
import type { Home } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';
import { pageOfFinding } from './page-of-finding.ts';

type Finding = Home['attention'][number];

/** What the doctor says, worst first, each with what to do about it. */
export function AttentionSection({ findings }: { findings: readonly Finding[] }) {
  const { attention: t } = useHomeTexts();
  return (
    <Section title={t.title}>
      {findings.length === 0 && (
        <p className={styles.calm}>
          <IconCircleCheck size={20} className={styles.sign} data-tone="good" aria-hidden="true" />
          {t.nothing}
        </p>
      )}
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <FindingRow key={finding.code + finding.message} finding={finding} />
        ))}
      </ul>
    </Section>
  );
}

function FindingRow({ finding: { code, severity, message, fix } }: { finding: Finding }) {
  const { attention: t } = useHomeTexts();
  const { language } = useLanguage();
  const words = language === 'pt-BR' ? findingInPortuguese(code) : null;
  const isError = severity === 'error';
  const Sign = isError ? IconCircleX : IconAlertTriangle;
  const page = pageOfFinding(code);
  return (
    <li className={styles.finding}>
      <Sign
        size={20}
        className={styles.sign}
        data-tone={isError ? 'bad' : 'waiting'}
        role="img"
        aria-label={t[severity]}
      />
      <div className={styles.said}>
        <p className={styles.words}>{words ?? message}</p>
        <p className={styles.detail} {...(language === 'pt-BR' ? { lang: 'en' } : {})}>
          {words ? `${message}. ${fix}` : fix}
        </p>
      </div>
      {page && (
        <Link to={page} className={styles.open} aria-label={`${t.open}: ${words ?? message}`}>
          {t.open}
        </Link>
      )}
    </li>
  );
}
