import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callSession } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { IS_CONSOLE } from '../../api/place.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './login.module.css';
import { useLoginTexts } from './login.texts.ts';

/** Whom the sandbox creates for whoever looks around. */
const DEMO = { email: IS_CONSOLE ? 'operacao@vintem.dev' : 'demo@vintem.dev', password: 'vintem-demo' };

interface LoginFormProps {
  /** Somebody who is to come back as the same. */
  email?: string;
  hasDemo: boolean;
  onLoggedIn: () => void;
}

export function LoginForm({ email: knownEmail = '', hasDemo, onLoggedIn }: LoginFormProps) {
  const t = useLoginTexts();
  const ui = useUiTexts();
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const { text, secondsLeft, fail, clear } = useFailure();
  const problem = useRef<HTMLParagraphElement>(null);
  const logIn = async (credentials: { email: string; password: string; otp?: string }) => {
    setIsRunning(true);
    clear();
    try {
      await callSession({ method: 'POST', body: credentials });
      onLoggedIn();
    } catch (failure) {
      setIsRunning(false);
      const about = failure instanceof ApiFailure ? failure.code : '';
      // The password was right: it stays until the code is, too.
      if (about === 'OTP_REQUIRED') return setNeedsCode(true);
      fail(failure);
      setCode('');
      if (about !== 'OTP_INVALID') setPassword('');
      if (about === 'INVALID_CREDENTIALS') setNeedsCode(false);
      problem.current?.focus();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void logIn({ email, password, ...(needsCode ? { otp: code } : {}) });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <p ref={problem} tabIndex={-1} role="alert" className={text === null ? styles.none : styles.problem}>
        {secondsLeft > 0 ? t.wait({ seconds: secondsLeft }) : text}
      </p>
      <Stack gap="md">
        <TextInput
          label={t.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          label={t.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': ui.showPassword, tabIndex: 0 }}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {needsCode && <CodeField value={code} onChange={setCode} />}
        <Button type="submit" size="md" loading={isRunning} disabled={secondsLeft > 0} fullWidth>
          {t.submit}
        </Button>
        {hasDemo && !needsCode && (
          <div className={styles.demo}>
            <span>{t.demoText}</span>
            <Button variant="default" disabled={isRunning} onClick={() => logIn(DEMO)} fullWidth>
              {t.demo}
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}

/** The second step: whoever sees it was asked for nothing else, so that it has the focus. */
function CodeField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const t = useLoginTexts();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      label={t.code}
      description={t.codeText}
      name="otp"
      autoComplete="one-time-code"
      maxLength={40}
      required
      withAsterisk={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const SECOND_MS = 1_000;

/** What was wrong, and how long whoever tried too often has to wait. */
function useFailure() {
  const textOf = useErrorText();
  const [failure, setFailure] = useState<unknown>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (secondsLeft <= 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return {
    text: failure === null ? null : textOf(failure),
    secondsLeft,
    fail(error: unknown) {
      setFailure(error);
      if (error instanceof ApiFailure && error.status === 429) setSecondsLeft(error.retryAfterSeconds ?? 0);
    },
    clear: () => setFailure(null),
  };
}
