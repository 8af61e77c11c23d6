import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { useRefresh } from './refresh.ts';
import { missedQuery, recoverMissed } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const MINUTE_LENGTH = 16;
const MINUTE_MS = 60_000;

/** What will be sent is counted before it is sent. Import it lazily. */
export function RecoverDialog({ id, since: first, onClose }: { id: string; since: string; onClose: () => void }) {
  const { missed: t } = useWebhookTexts();
  const refresh = useRefresh();
  const textOf = useErrorText();
  const [local, setLocal] = useState(localMinute(first));
  const isTime = !Number.isNaN(new Date(local).getTime());
  // Untouched, it is the very instant: the minute alone would count from a little earlier.
  const since = local === localMinute(first) ? first : isTime ? new Date(local).toISOString() : first;
  const missed = useQuery({ ...missedQuery(id, since), placeholderData: keepPreviousData, retry: false });
  const total = missed.data?.total ?? 0;
  return (
    <ConfirmDialog
      title={t.title}
      action={t.action({ total })}
      isReady={isTime && total > 0 && !missed.isPlaceholderData}
      onConfirm={async () => {
        const { scheduled } = await recoverMissed(id, since);
        await refresh();
        toast(t.started({ total: scheduled }));
      }}
      onClose={onClose}
    >
      <TextInput
        type="datetime-local"
        label={t.since}
        value={local}
        error={missed.isError ? textOf(missed.error) : undefined}
        onChange={({ currentTarget }) => setLocal(currentTarget.value)}
      />
      {missed.data && <p>{t.count({ failed: missed.data.failed, unsent: missed.data.unsent })}</p>}
      {missed.data?.has_more && <p>{t.more}</p>}
    </ConfirmDialog>
  );
}

/** As a field of date and time wants it, in the zone of whoever looks. */
function localMinute(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, MINUTE_LENGTH);
}
