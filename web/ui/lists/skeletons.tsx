import { Skeleton } from '@mantine/core';
import { useUiTexts } from '../ui.texts.ts';
import styles from '../values/states.module.css';

const ROW_HEIGHT = 44;

/** As many rows as will come, each as high as it will be. */
export function SkeletonRows({ rows = 8, height = ROW_HEIGHT }: { rows?: number; height?: number }) {
  const t = useUiTexts();
  return (
    <div className={styles.skeleton} role="status">
      <span className={styles.hidden}>{t.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}

export function SkeletonPage() {
  return (
    <div>
      <Skeleton height={28} width={180} mt={4} mb={20} />
      <SkeletonRows />
    </div>
  );
}
