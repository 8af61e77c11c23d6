import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleX,
  IconClock,
  IconHourglass,
  IconRefresh,
  type TablerIcon,
} from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './status-badge.module.css';

export type Tone = 'waiting' | 'good' | 'partly' | 'bad' | 'returned' | 'working';

const ICONS: Record<Tone, TablerIcon> = {
  waiting: IconClock,
  good: IconCircleCheck,
  partly: IconCircleHalf2,
  bad: IconCircleX,
  returned: IconArrowBackUp,
  working: IconRefresh,
};

interface BadgeProps {
  tone: Tone;
  /** The word alone in its element: people and programs look for exactly it. */
  word: string;
  icon?: TablerIcon;
}

/** Always a sign, a word and a colour: none of them alone carries the meaning. */
export function Badge({ tone, word, icon: Icon = ICONS[tone] }: BadgeProps) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      <span>{word}</span>
    </span>
  );
}

interface PaymentState {
  status: number;
  refunded_amount: number;
  expires_at: string;
}

const PENDING = 1;
const APPROVED = 2;
const FAILED = 3;

/** The state of a payment in a merchant's words. */
export function StatusBadge({ payment, nowMs }: { payment: PaymentState; nowMs: number }) {
  const { status: t } = useUiTexts();
  if (payment.status === PENDING)
    return new Date(payment.expires_at).getTime() > nowMs ? (
      <Badge tone="waiting" word={t.pending} />
    ) : (
      <Badge tone="waiting" word={t.checking} icon={IconHourglass} />
    );
  if (payment.status === APPROVED)
    return payment.refunded_amount > 0 ? (
      <Badge tone="partly" word={t.partly} />
    ) : (
      <Badge tone="good" word={t.approved} />
    );
  return payment.status === FAILED ? <Badge tone="bad" word={t.failed} /> : <Badge tone="returned" word={t.refunded} />;
}
