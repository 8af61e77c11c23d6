import { Badge, type Tone } from '../ui/values/status-badge.tsx';
import type { ListedRefund } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

const TONES: Record<ListedRefund['status'], Tone> = { PROCESSING: 'working', REFUNDED: 'returned', REFUSED: 'bad' };

export function RefundState({ status }: Pick<ListedRefund, 'status'>) {
  const { states } = useRefundTexts();
  return <Badge tone={TONES[status]} word={states[status]} />;
}
