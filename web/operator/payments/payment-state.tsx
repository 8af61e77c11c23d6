import { Badge, type Tone } from '../../ui/values/status-badge.tsx';
import { usePaymentTexts } from './payments.texts.ts';

const TONES: Record<string, Tone> = { PENDING: 'waiting', APPROVED: 'good', FAILED: 'bad', REFUNDED: 'returned' };

export function PaymentState({ status }: { status: string }) {
  const states: Record<string, string> = usePaymentTexts().states;
  return <Badge tone={TONES[status] ?? 'working'} word={states[status] ?? status} />;
}
