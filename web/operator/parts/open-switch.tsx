import { SegmentedControl } from '@mantine/core';
import { useAddress } from '../../ui/page/address.ts';
import { usePartTexts } from './parts.texts.ts';

/** What is asked for of a list: what needs somebody, unless the address says all. */
export function useOpenQuery(): { open?: 'true' } {
  return useAddress().one('open') === 'all' ? {} : { open: 'true' };
}

export function OpenSwitch() {
  const { shown: t } = usePartTexts();
  const address = useAddress();
  const value = address.one('open') === 'all' ? 'all' : 'open';
  return (
    <SegmentedControl
      aria-label={t.label}
      value={value}
      data={[
        { value: 'open', label: t.open },
        { value: 'all', label: t.all },
      ]}
      onChange={(next) => address.change({ open: next === 'all' ? 'all' : null, page: null })}
    />
  );
}
