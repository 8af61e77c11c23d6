import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { askPasswordBy, onAnswer, UNAUTHORIZED } from '../../api/call.ts';
import { type LoggedIn, SESSION_KEY } from '../../api/logged-in.ts';
import { PLACE } from '../../api/place.ts';
import { SESSION_CHANNEL } from './log-out.ts';

const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }));
const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }));

/** Who is asked to log in again in the middle of work finds everything as it was: the page stays below the dialog. */
export function SessionDialogs() {
  const { isLost, comeBack } = useLostSession();
  const { answer, give } = usePasswordQuestion();
  return (
    <Suspense fallback={null}>
      {isLost && <LoginDialog onLoggedIn={comeBack} />}
      {answer && !isLost && <PasswordDialog onDone={give} />}
    </Suspense>
  );
}

function useLostSession() {
  const client = useQueryClient();
  const [isLost, setIsLost] = useState(false);
  const backAtMs = useRef(0);
  const isBack = useCallback(() => {
    backAtMs.current = performance.now();
    setIsLost(false);
  }, []);
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data === 'out') location.assign(`${PLACE}/login`);
      else if (data === 'in') isBack();
    };
    // What was asked before somebody logged in again says nothing about it, however late the answer comes.
    const stop = onAnswer((status, askedAtMs) => {
      if (status === UNAUTHORIZED && askedAtMs >= backAtMs.current) setIsLost(true);
    });
    return () => {
      stop();
      channel.close();
    };
  }, [isBack]);
  const comeBack = async () => {
    const whoIs = () => client.getQueryData<LoggedIn>(SESSION_KEY)?.user.id;
    const before = whoIs();
    await client.refetchQueries({ queryKey: SESSION_KEY });
    new BroadcastChannel(SESSION_CHANNEL).postMessage('in');
    // Somebody else must not see what is on the screen, nor in memory.
    if (before !== undefined && before !== whoIs()) return location.assign(PLACE);
    isBack();
    void client.invalidateQueries();
  };
  return { isLost, comeBack };
}

function usePasswordQuestion() {
  const [answer, setAnswer] = useState<((isGiven: boolean) => void) | null>(null);
  useEffect(() => {
    askPasswordBy(() => new Promise((resolve) => setAnswer(() => resolve)));
  }, []);
  const give = (isGiven: boolean) => {
    answer?.(isGiven);
    setAnswer(null);
  };
  return { answer, give };
}
