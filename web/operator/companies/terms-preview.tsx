import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import styles from './companies.module.css';
import { useCompanyTexts } from './companies.texts.ts';
import { type ChargeType, divide, type TermsDraft } from './terms-draft.ts';

const EXAMPLE_CENTS = 10_000;

interface TermsPreviewProps {
  before: TermsDraft;
  draft: TermsDraft;
  /** Others get a part of it: which, their own page says. */
  hasSplit: boolean;
}

/** What the terms make of 100 reais, as they would be and as they are. */
export function TermsPreview({ before, draft, hasSplit }: TermsPreviewProps) {
  const { preview: t } = useCompanyTexts();
  const { money } = useFormats();
  const sentence = useSentence();
  return (
    <Section title={t.title}>
      <div role="status">
        {(['pix', 'invoice'] as const).map((type) => {
          const [now, next] = [sentence(type, before), sentence(type, draft)];
          return (
            <div key={type} className={styles.example}>
              <p>{next ?? t.missing}</p>
              {next !== now && (
                <p className={styles.was}>
                  {t.before}: {now}
                </p>
              )}
            </div>
          );
        })}
        <p className={styles.example}>
          {draft.payouts.fee === undefined
            ? t.missing
            : t.payout({ amount: money(EXAMPLE_CENTS), fee: money(draft.payouts.fee) })}
        </p>
      </div>
      {hasSplit && <p className={styles.was}>{t.beforeSplit}</p>}
    </Section>
  );
}

function useSentence() {
  const { preview: t } = useCompanyTexts();
  const { method } = useUiTexts();
  const { money } = useFormats();
  return (type: ChargeType, { retention, ...terms }: TermsDraft): string | null => {
    const plan = terms[type];
    const division = divide(EXAMPLE_CENTS, plan, retention);
    if (!division || plan.settlement_days === undefined || retention.days === undefined) return null;
    const parts = [
      t.shop({ amount: money(division.shop), when: t.when({ days: plan.settlement_days }) }),
      ...(division.retained > 0 ? [t.retained({ amount: money(division.retained), days: retention.days })] : []),
      t.platform({ amount: money(division.platform) }),
    ];
    return `${t.of({ amount: money(EXAMPLE_CENTS), method: method[type] })}: ${parts.join(', ')}.`;
  };
}
