import { Badge, type Tone } from '../../ui/values/status-badge.tsx';
import type { Receipt } from './receipts.queries.ts';
import { useReceiptTexts } from './receipts.texts.ts';

const TONES: Record<Receipt['state'], Tone> = {
  OPEN: 'waiting',
  BOUND: 'good',
  BOOKED: 'good',
  CLOSED: 'working',
  GIVEN_BACK: 'returned',
};

export function ReceiptState({ state }: Pick<Receipt, 'state'>) {
  const { states } = useReceiptTexts();
  return <Badge tone={TONES[state]} word={states[state]} />;
}
