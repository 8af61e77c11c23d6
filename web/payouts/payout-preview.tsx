import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PayoutWait } from '../../src/gateway/payouts/payout-wait.rules.ts';
import { useErrorText } from '../api/error-text.ts';
import { ApiFailure } from '../api/failure.ts';
import { type Formats, useFormats } from '../i18n/formats.ts';
import { Link } from '../ui/page/link.tsx';
import { Facts } from '../ui/values/facts.tsx';
import styles from './payouts.module.css';
import { type PayoutAsked, type PayoutPreview as Preview, payoutPreviewQuery } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const TYPING_MS = 300;

/** What it would cost, leave and take, asked of the server a moment after the last key. */
export function PayoutPreview({ asked }: { asked: PayoutAsked }) {
  const { dialog: t } = usePayoutTexts();
  const text = JSON.stringify(asked);
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const { data, error } = useQuery(payoutPreviewQuery(JSON.parse(settled) as PayoutAsked));
  const isOfThis = settled === text;
  return (
    <section className={styles.preview} aria-live="polite" aria-label={t.preview}>
      {isOfThis && error ? (
        <Refusal error={error} />
      ) : isOfThis && data ? (
        <Figures preview={data} />
      ) : (
        <p className={styles.muted}>{t.previewing}</p>
      )}
    </section>
  );
}

function Figures({ preview: { fee, debited, balance, arrives_at, waits_for } }: { preview: Preview }) {
  const { dialog: t } = usePayoutTexts();
  const { money } = useFormats();
  const after = t.arrivesAfter[(waits_for ?? 'BANK') as PayoutWait];
  return (
    <Facts
      facts={[
        [t.fee, money(fee)],
        [t.debited, money(debited)],
        [t.after, <strong key="after">{money(balance.after)}</strong>],
        [t.arrives, arrives_at ? t.arrivesNow : after],
      ]}
    />
  );
}

/** Why not, with the figures that help to mend it. */
export function Refusal({ error }: { error: unknown }) {
  const { dialog: t } = usePayoutTexts();
  const formats = useFormats();
  const textOf = useErrorText();
  const isSetUpMissing = error instanceof ApiFailure && error.code === 'OTP_SETUP_REQUIRED';
  return (
    <p role="alert">
      {textOf(error)}. {error instanceof ApiFailure && figuresOf(error, t, formats)}
      {isSetUpMissing && <Link to="/settings/security">{t.setUp}</Link>}
    </p>
  );
}

function figuresOf(
  { code, details = {} }: ApiFailure,
  t: ReturnType<typeof usePayoutTexts>['dialog'],
  { money }: Formats,
): string | null {
  const { shortfall, minimum, limit, per, used } = details as Record<string, unknown>;
  if (code === 'INSUFFICIENT_BALANCE' && typeof shortfall === 'number')
    return t.shortfall({ amount: money(shortfall) });
  if (code === 'PAYOUT_BELOW_MINIMUM' && typeof minimum === 'number') return t.minimum({ amount: money(minimum) });
  if (code !== 'PAYOUT_LIMIT_EXCEEDED' || typeof limit !== 'number') return null;
  return per === 'day'
    ? t.dayLimit({ limit: money(limit), used: money(typeof used === 'number' ? used : 0) })
    : t.limit({ amount: money(limit) });
}
