import { useEffect } from 'react';
import { forgetCreated, useCreatedCount } from '../../api/live-news.ts';
import { useAddress } from '../page/address.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './newer-pill.module.css';

/** On the first page of the newest, new rows slide in by themselves; elsewhere this says that there are some. */
export function NewerPill({ isNewestFirst }: { isNewestFirst: boolean }) {
  const t = useUiTexts();
  const address = useAddress();
  const count = useCreatedCount();
  const isOnTop = isNewestFirst && (address.one('page') ?? '1') === '1';
  useEffect(() => {
    if (isOnTop && count > 0) forgetCreated();
  }, [isOnTop, count]);
  if (isOnTop || count === 0) return null;
  return (
    <button
      type="button"
      className={styles.pill}
      onClick={() => address.change({ page: null, orderBy: null, direction: null })}
    >
      {t.newer({ count })}
    </button>
  );
}
