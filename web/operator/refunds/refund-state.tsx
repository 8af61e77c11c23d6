import { Badge, type Tone } from '../../ui/values/status-badge.tsx';
import type { Refund } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

const TONES: Record<Refund['status'], Tone> = { PROCESSING: 'working', REFUNDED: 'returned', REFUSED: 'bad' };

/** Of one under way: what the bank says of it, and whether that is long ago. */
export function RefundState({ refund: { status, said, is_old } }: { refund: Refund }) {
  const t = useRefundTexts();
  if (status !== 'PROCESSING') return <Badge tone={TONES[status]} word={t.states[status]} />;
  return (
    <>
      <Badge tone={is_old ? 'bad' : 'working'} word={t.said[said]} />
      {is_old && ` ${t.old}`}
    </>
  );
}
