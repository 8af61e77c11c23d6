import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useDivergenceTexts } from '../../ui/divergences/divergences.texts.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { BearerFields } from './bearer-fields.tsx';
import { useBookingTexts } from './booking.texts.ts';
import { bearerOf, NO_BEARER, sidesOf } from './booking.ts';
import { bookDivergence, type OwnedDivergence } from './divergences.queries.ts';

/** Which way the money goes follows from the difference; who stands at the other end is chosen. */
export function BookDialog({ divergence, onClose }: { divergence: OwnedDivergence; onClose: () => void }) {
  const t = useBookingTexts();
  const { kinds } = useDivergenceTexts();
  const { money } = useFormats();
  const client = useQueryClient();
  const [draft, setDraft] = useState(NO_BEARER);
  const difference = divergence.difference ?? 0;
  const bearer = bearerOf(draft);
  const amount = money(Math.abs(difference));
  const book = async (reason: string) => {
    if (!bearer) return;
    const { booked_amount } = await bookDivergence(divergence.id, { ...sidesOf(difference, bearer), reason });
    toast(t.done({ amount: money(booked_amount) }));
    await client.invalidateQueries({ queryKey: ['divergences'] });
  };
  return (
    <ReasonDialog
      title={t.title}
      action={t.action({ amount })}
      isReady={bearer !== null}
      onConfirm={book}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>{kinds[divergence.kind].title}</p>
        <p>{difference > 0 ? t.more({ amount }) : t.less({ amount })}</p>
        <BearerFields
          label={difference > 0 ? t.whoGets : t.whoBears}
          company={t.company}
          draft={draft}
          onChange={setDraft}
        />
        <p>{t.final}</p>
      </Stack>
    </ReasonDialog>
  );
}
