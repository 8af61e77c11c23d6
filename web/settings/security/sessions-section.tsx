import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import styles from '../../ui/account/settings.module.css';
import { sessionsQuery } from '../../ui/account/settings.queries.ts';
import { useSettingsTexts } from '../../ui/account/settings.texts.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';

export function SessionsSection() {
  const { sessions: t } = useSettingsTexts();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useEnding();
  const others = data?.data.filter(({ current }) => !current) ?? [];
  return (
    <Section
      title={t.title}
      actions={
        others.length > 0 && (
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate(null)}>
            {t.endOthers}
          </Button>
        )
      }
    >
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      <ul className={styles.sessions}>
        {data?.data.map(({ id, agent, address, last_seen_at, current }) => (
          <li key={id}>
            <div>
              <div className={styles.agent}>{browserOf(agent) ?? t.unknown}</div>
              <div className={styles.seen}>
                {address} · {t.seen} <Timestamp at={last_seen_at} isReal />
              </div>
            </div>
            {current ? (
              <Badge tone="good" word={t.here} />
            ) : (
              <Button size="xs" variant="default" onClick={() => end.mutate(id)}>
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** One of them, or with null all but this one. */
function useEnding() {
  const { sessions: t } = useSettingsTexts();
  const textOf = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number | null) =>
      call(id === null ? '/users/me/sessions' : `/users/me/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, id) => {
      toast(id === null ? t.othersEnded : t.ended);
      return client.invalidateQueries(sessionsQuery);
    },
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** `Chrome · Windows`, or what the browser calls itself. */
function browserOf(agent: string): string | null {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  return [browser, system].filter(Boolean).join(' · ') || agent || null;
}
