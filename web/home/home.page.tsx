import { PeriodPicker, usePeriod } from '../ui/lists/period-picker.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { companyIn, useAddress } from '../ui/page/address.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { AttentionSection } from './attention-section.tsx';
import { BalanceSection } from './balance-section.tsx';
import { FirstStepsSection, useFirstSteps } from './first-steps.tsx';
import styles from './home.module.css';
import { useHomeTexts } from './home.texts.ts';
import { LatestSection } from './latest-section.tsx';
import { PeriodFigures } from './period-figures.tsx';
import { VolumeSection } from './volume-section.tsx';

export function Page() {
  const t = useHomeTexts();
  const period = usePeriod();
  const companyId = companyIn(useAddress());
  const { steps, isOpen, hide } = useFirstSteps();
  return (
    <>
      <PageHeader title={t.title} actions={<PeriodPicker />} />
      {isOpen && <SkeletonRows />}
      {/* Everything asks for its data at once, and is shown when it can no longer be pushed away. */}
      <div className={styles.page} hidden={isOpen}>
        {steps && <FirstStepsSection steps={steps} hide={hide} />}
        <PeriodFigures period={period} companyId={companyId} />
        <div className={styles.columns}>
          <VolumeSection period={period} companyId={companyId} />
          <div className={styles.column}>
            <AttentionSection companyId={companyId} />
            <BalanceSection companyId={companyId} />
          </div>
        </div>
        <LatestSection companyId={companyId} />
      </div>
    </>
  );
}
