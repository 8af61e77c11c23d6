import { SegmentedControl } from '@mantine/core';
import { EmptyState } from '../lists/empty-state.tsx';
import { useAddress } from '../page/address.ts';
import { IconScale } from '../page/icons.ts';
import { useDivergenceTexts } from './divergences.texts.ts';

const SHOWN = ['false', 'true', 'all'] as const;

/** Resolved, or not, or both. Where the address says nothing: what is open is what one comes for. */
export function useShown(): (typeof SHOWN)[number] {
  const address = useAddress();
  return SHOWN.find((one) => one === address.one('resolved')) ?? 'false';
}

export function ShownSwitch() {
  const t = useDivergenceTexts();
  const address = useAddress();
  return (
    <SegmentedControl
      aria-label={t.show}
      value={useShown()}
      data={SHOWN.map((value) => ({
        value,
        label: value === 'false' ? t.open : value === 'true' ? t.resolved : t.all,
      }))}
      onChange={(next) => address.change({ resolved: next === 'false' ? null : next, page: null })}
    />
  );
}

export function NoDivergence({ isResolved }: { isResolved: boolean }) {
  const t = useDivergenceTexts();
  return isResolved ? (
    <EmptyState icon={IconScale} title={t.emptyResolved} />
  ) : (
    <EmptyState icon={IconScale} title={t.empty} text={t.emptyText} />
  );
}
