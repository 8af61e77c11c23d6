import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { toast } from '../page/toasts.tsx';
import { type Divergence, resolveDivergence } from './divergences.queries.ts';
import { useDivergenceTexts } from './divergences.texts.ts';

/** Whoever reads it in a year must understand it: a word is not enough. */
const MIN_LENGTH = 10;
const MAX_LENGTH = 500;

export function ResolveDialog({ divergence, onClose }: { divergence: Divergence; onClose: () => void }) {
  const t = useDivergenceTexts();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const missing = MIN_LENGTH - text.trim().length;
  const resolve = async () => {
    await resolveDivergence(divergence.id, text.trim());
    toast(t.done);
    await client.invalidateQueries({ queryKey: ['divergences'] });
  };
  return (
    <ConfirmDialog
      title={t.resolveTitle}
      action={t.resolve}
      isReady={missing <= 0}
      onConfirm={resolve}
      onClose={onClose}
    >
      <p>
        {t.kinds[divergence.kind].title} · {t.transactionNumber({ id: divergence.transaction_id })}
      </p>
      <Textarea
        label={t.resolution}
        description={t.resolutionText}
        autosize
        minRows={3}
        maxLength={MAX_LENGTH}
        value={text}
        error={text !== '' && missing > 0 ? t.tooShort({ missing }) : null}
        onChange={({ currentTarget: { value } }) => setText(value)}
        data-autofocus
      />
      <p>{t.final}</p>
    </ConfirmDialog>
  );
}
