import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import type { Home } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

/** What is looked at now and then, so that nobody has to remember it. */
export function HouseSection({ home }: { home: Home }) {
  const { house: t } = useHomeTexts();
  const { date, number } = useFormats();
  const { audit, backup, seal_age_days: sealAge, certificates, bank_files: files } = home;
  const facts: (readonly [string, ReactNode])[] = [
    [
      t.audit,
      audit ? (
        <>
          <Timestamp at={audit.finished_at} isReal />,{' '}
          {audit.findings === 0 ? t.auditClean : t.auditFindings({ count: audit.findings })}
        </>
      ) : (
        t.auditNever
      ),
    ],
    [t.seal, sealAge === null ? null : t.sealAge({ days: Math.floor(sealAge) })],
    [
      t.backup,
      backup &&
        (backup.made_at ? (
          <>
            <Timestamp at={backup.made_at} isReal />, {backup.is_proved ? t.backupProved : t.backupUnproved}
          </>
        ) : (
          t.backupNever
        )),
    ],
    ...(certificates ?? []).map(({ acquirer, not_after, is_used }) => {
      const state = not_after === null ? t.unreadable : t.validUntil({ date: date(not_after) });
      return [t.certificate({ bank: acquirer }), is_used ? state : `${state}, ${t.unused}`] as const;
    }),
    ...(files ?? []).map(
      ({ acquirer, numbers_left }) =>
        [t.numbers({ bank: acquirer }), t.numbersLeft({ text: number(numbers_left) })] as const,
    ),
  ];
  return (
    <Section title={t.title}>
      <Facts facts={facts} />
    </Section>
  );
}
