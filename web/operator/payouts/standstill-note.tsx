import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { toast } from '../../ui/page/toasts.tsx';
import { useCan } from '../app/session.ts';
import { resumePayouts } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const ReasonDialog = lazy(async () => ({ default: (await import('../parts/reason-dialog.tsx')).ReasonDialog }));

/** After a restore nothing is sent until somebody has compared. */
export function StandstillNote() {
  const { still: t } = usePayoutTexts();
  const client = useQueryClient();
  const canResume = useCan('money');
  const [isAsking, setIsAsking] = useState(false);
  const resume = async (reason: string) => {
    const { requested, sent } = await resumePayouts(reason);
    toast(t.done({ count: requested + sent }));
    await client.invalidateQueries({ queryKey: ['payouts'] });
  };
  return (
    <Alert color="red" mb="md">
      <p>{t.text}</p>
      {canResume && <Button onClick={() => setIsAsking(true)}>{t.act}</Button>}
      <Suspense fallback={null}>
        {isAsking && (
          <ReasonDialog title={t.title} action={t.action} onConfirm={resume} onClose={() => setIsAsking(false)}>
            <p>{t.confirm}</p>
          </ReasonDialog>
        )}
      </Suspense>
    </Alert>
  );
}
