import { useEffect, useState } from 'react';
import { callEntrance } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { linkToken } from './link-token.ts';

/** What a link is for, or why it leads nowhere. */
export function useOpenedLink<Answer>(path: string): { found: Answer | null; problem: string | null } {
  const textOf = useErrorText();
  const [found, setFound] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const body = { token: linkToken || '-' };
    callEntrance<Answer>(path, { method: 'POST', body }).then(setFound, setFailure);
  }, [path]);
  return { found, problem: failure === null ? null : textOf(failure) };
}
