import { mostToPayOut, type PayoutTerms } from '../api/payouts.ts';
import { useFormats } from '../i18n/formats.ts';
import styles from './payouts.module.css';
import { usePayoutTexts } from './payouts.texts.ts';

interface NotAvailableProps {
  balance: { available: number; future: number; retention: number };
  terms: PayoutTerms;
}

/** Whoever knows of more money than can be paid out learns where the rest is. */
export function NotAvailable({ balance: { available, future, retention }, terms }: NotAvailableProps) {
  const { dialog: t } = usePayoutTexts();
  const { money } = useFormats();
  const most = mostToPayOut(available, terms);
  const isLimited = most < available - terms.fee;
  const lines = [
    ...(future > 0 ? [t.future({ amount: money(future) })] : []),
    ...(retention > 0 ? [t.retention({ amount: money(retention) })] : []),
    ...(isLimited && most > 0 ? [t.limits({ amount: money(most) })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <div className={styles.not}>
      {t.notAvailable}
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
