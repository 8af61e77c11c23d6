import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import iconUrl from '../icon.svg';
import styles from './login.module.css';
import { useLoginTexts } from './login.texts.ts';
import { LoginForm } from './login-form.tsx';

/** Only our own pages, so that nobody is led elsewhere by a link to the login. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/dashboard(\/(?!login)[^\\]*|\?.*)?$/.test(next) ? next : '/dashboard';
}

export function LoginPage({ hasDemo }: { hasDemo: boolean }) {
  const t = useLoginTexts();
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    document.title = `${t.title} · Vintém`;
  }, [t.title]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.head}>
          <img src={iconUrl} alt="" width="36" height="36" />
          <h1>{t.title}</h1>
        </div>
        <LoginForm hasDemo={hasDemo} onLoggedIn={() => location.assign(nextAddress(location.search))} />
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
