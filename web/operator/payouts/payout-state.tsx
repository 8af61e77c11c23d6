import { Badge, type Tone } from '../../ui/values/status-badge.tsx';
import type { Payout } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const TONES: Record<Payout['status'], Tone> = {
  AWAITING_APPROVAL: 'waiting',
  REQUESTED: 'working',
  SENT: 'working',
  PAID: 'good',
  FAILED: 'bad',
  CANCELLED: 'bad',
  RETURNED: 'returned',
};

export function PayoutState({ status, is_old: isOld = false }: Pick<Payout, 'status'> & { is_old?: boolean }) {
  const t = usePayoutTexts();
  return (
    <>
      <Badge tone={isOld ? 'bad' : TONES[status]} word={t.states[status]} />
      {isOld && ` ${t.old}`}
    </>
  );
}
