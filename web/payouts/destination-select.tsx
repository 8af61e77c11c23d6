import { NativeSelect } from '@mantine/core';
import type { Destination } from '../api/payouts.ts';
import { useFormats } from '../i18n/formats.ts';
import { Link } from '../ui/page/link.tsx';
import { useDestinationText } from '../ui/values/destination-text.ts';
import { usePayoutTexts } from './payouts.texts.ts';

export function firstUsable(destinations: readonly Destination[]): Destination | undefined {
  return destinations.find(({ status }) => status === 'USABLE');
}

interface DestinationSelectProps {
  companyId: number;
  destinations: readonly Destination[];
  value: number | null;
  onChange: (id: number | null) => void;
}

/** What cannot be used now is named, with why, and cannot be chosen. */
export function DestinationSelect({ companyId, destinations, value, onChange }: DestinationSelectProps) {
  const { dialog: t } = usePayoutTexts();
  const { dateTime } = useFormats();
  const lineOf = useDestinationText();
  const labelOf = (destination: Destination) => {
    const line = lineOf(destination);
    if (destination.status === 'BLOCKED') return t.blocked({ line });
    return destination.status === 'ON_HOLD' ? t.onHold({ line, until: dateTime(destination.usable_at) }) : line;
  };
  const options = destinations.map((destination) => ({
    value: String(destination.id),
    label: labelOf(destination),
    disabled: destination.status !== 'USABLE',
  }));
  return (
    <NativeSelect
      label={t.destination}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <Link to={`/companies/${companyId}`} query={{ tab: 'destinations' }}>
          {t.destinations}
        </Link>
      }
      value={value === null ? '' : String(value)}
      data={value === null ? [{ value: '', label: t.noDestinationText }, ...options] : options}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || null)}
    />
  );
}
