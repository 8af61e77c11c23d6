import { Badge } from '../../ui/values/status-badge.tsx';
import { usePartTexts } from './parts.texts.ts';

export function StateBadge({ status }: { status: 'ACTIVE' | 'INACTIVE' }) {
  const { states } = usePartTexts();
  return <Badge tone={status === 'ACTIVE' ? 'good' : 'working'} word={states[status]} />;
}
