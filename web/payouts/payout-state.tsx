import { Badge, type Tone } from '../ui/values/status-badge.tsx';
import type { ListedPayout } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const TONES: Record<ListedPayout['status'], Tone> = {
  AWAITING_APPROVAL: 'waiting',
  REQUESTED: 'working',
  SENT: 'working',
  PAID: 'good',
  FAILED: 'bad',
  CANCELLED: 'bad',
  RETURNED: 'returned',
};

export function PayoutState({ status }: Pick<ListedPayout, 'status'>) {
  const { states } = usePayoutTexts();
  return <Badge tone={TONES[status]} word={states[status]} />;
}
