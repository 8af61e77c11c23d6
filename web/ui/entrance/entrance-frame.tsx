import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import iconUrl from '../icon.svg';
import styles from './login.module.css';
import { useLoginTexts } from './login.texts.ts';

/** Around every page for whoever has not logged in. */
export function EntranceFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useLoginTexts();
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    document.title = `${title} · Vintém`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card} data-entrance="">
        <div className={styles.head}>
          <img src={iconUrl} alt="" width="36" height="36" />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
      <Button
        variant="subtle"
        className={styles.language ?? ''}
        onClick={() => setLanguage(language === 'en' ? 'pt-BR' : 'en')}
      >
        {t.language}
      </Button>
    </main>
  );
}
