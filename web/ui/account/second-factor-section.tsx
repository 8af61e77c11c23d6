import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { SkeletonRows } from '../lists/skeletons.tsx';
import { ErrorCard } from '../page/error-card.tsx';
import { Section } from '../page/section.tsx';
import { toast } from '../page/toasts.tsx';
import { Badge } from '../values/status-badge.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityTexts } from './security.texts.ts';
import { SetUpForm } from './set-up-form.tsx';
import styles from './settings.module.css';
import { secondFactorQuery, usersQuery } from './settings.queries.ts';

const ProveDialog = lazy(async () => ({ default: (await import('./prove-dialog.tsx')).ProveDialog }));

/** A code of a telephone beside the password: switched on by a code, switched off by both. */
export function SecondFactorSection() {
  const { factor: t } = useSecurityTexts();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => {
    for (const { queryKey } of [secondFactorQuery, sessionQuery, usersQuery])
      void client.invalidateQueries({ queryKey });
  };
  const isOn = data?.status === 'ON';
  return (
    <Section title={t.title} actions={data && <Badge tone={isOn ? 'good' : 'working'} word={isOn ? t.on : t.off} />}>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {codes && <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />}
      {data && !codes && !isSettingUp && (
        <>
          <p className={styles.note}>{isOn ? t.onText({ count: data.recovery_codes_left }) : t.offText}</p>
          {!isOn && <Button onClick={() => setIsSettingUp(true)}>{t.turnOn}</Button>}
        </>
      )}
      {isOn && !codes && <Changes isRequired={data.required} onCodes={setCodes} onChanged={refresh} />}
      {isSettingUp && (
        <SetUpForm
          onCancel={() => setIsSettingUp(false)}
          onDone={(made) => {
            setIsSettingUp(false);
            setCodes(made);
            toast(t.turnedOn);
            refresh();
          }}
        />
      )}
    </Section>
  );
}

interface ChangesProps {
  isRequired: boolean;
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
}

function Changes({ isRequired, onCodes, onChanged }: ChangesProps) {
  const { factor: t } = useSecurityTexts();
  const [asking, setAsking] = useState<'disable' | 'recovery-codes' | null>(null);
  return (
    <>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsking('recovery-codes')}>
          {t.newCodes}
        </Button>
        {!isRequired && (
          <Button variant="default" onClick={() => setAsking('disable')}>
            {t.turnOff}
          </Button>
        )}
      </Group>
      {isRequired && <p className={styles.note}>{t.required}</p>}
      {asking && (
        <Suspense fallback={null}>
          <ProveDialog
            what={asking}
            onClose={() => setAsking(null)}
            onDone={(codes) => {
              setAsking(null);
              if (codes) onCodes(codes);
              else toast(t.turnedOff);
              onChanged();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
