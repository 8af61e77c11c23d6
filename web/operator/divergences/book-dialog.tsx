import { Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useDivergenceTexts } from '../../ui/divergences/divergences.texts.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { useBookingTexts } from './booking.texts.ts';
import { bearerOf, sidesOf } from './booking.ts';
import { bookDivergence, type OwnedDivergence } from './divergences.queries.ts';

/** Which way the money goes follows from the difference; who stands at the other end is chosen. */
export function BookDialog({ divergence, onClose }: { divergence: OwnedDivergence; onClose: () => void }) {
  const t = useBookingTexts();
  const { kinds } = useDivergenceTexts();
  const { money } = useFormats();
  const client = useQueryClient();
  const [choice, setChoice] = useState<'platform' | 'company'>('platform');
  const [company, setCompany] = useState('');
  const difference = divergence.difference ?? 0;
  const bearer = bearerOf(choice, company);
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
        <Radio.Group
          label={difference > 0 ? t.whoGets : t.whoBears}
          value={choice}
          onChange={(next) => setChoice(next === 'company' ? 'company' : 'platform')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="platform" label={t.platform} />
            <Radio value="company" label={t.company} />
          </Stack>
        </Radio.Group>
        {choice === 'company' && (
          <TextInput
            label={t.companyId}
            inputMode="numeric"
            autoComplete="off"
            maxLength={15}
            value={company}
            onChange={({ currentTarget }) => setCompany(currentTarget.value)}
          />
        )}
        <p>{t.final}</p>
      </Stack>
    </ReasonDialog>
  );
}
