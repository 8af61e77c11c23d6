import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { BearerFields } from '../divergences/bearer-fields.tsx';
import { useBookingTexts } from '../divergences/booking.texts.ts';
import { bearerOf, NO_BEARER, sidesOf } from '../divergences/booking.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { actOnReceipt, missingOf, type SeenReceipt } from './receipts.queries.ts';
import { useReceiptTexts } from './receipts.texts.ts';

export type ReceiptAct = 'bind' | 'book' | 'close';

interface DialogProps {
  receipt: SeenReceipt;
  onClose: () => void;
}

/** One of them at a time. Import it lazily: it brings what floats. */
export function ReceiptDialog({ act, ...props }: DialogProps & { act: ReceiptAct }) {
  if (act === 'bind') return <BindDialog {...props} />;
  return act === 'book' ? <BookDialog {...props} /> : <CloseDialog {...props} />;
}

/** What was done is seen at once, also where other pages tell of it. */
function useDone() {
  const client = useQueryClient();
  return async (text: string) => {
    toast(text);
    await client.invalidateQueries();
  };
}

function BindDialog({ receipt, onClose }: DialogProps) {
  const { bind: t } = useReceiptTexts();
  const { money } = useFormats();
  const done = useDone();
  const [typed, setTyped] = useState(receipt.named.length === 1 ? String(receipt.named[0]?.id) : '');
  const transaction = /^[1-9]\d{0,14}$/.test(typed.trim()) ? Number(typed) : null;
  const bind = async (reason: string) => {
    if (transaction === null) return;
    await actOnReceipt(receipt.id, reason, { act: 'bind', transaction_id: transaction });
    await done(t.done);
  };
  return (
    <ReasonDialog
      title={t.title}
      action={t.action({ amount: money(receipt.amount) })}
      isReady={transaction !== null}
      onConfirm={bind}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>{t.text}</p>
        <TextInput
          label={t.transaction}
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Stack>
    </ReasonDialog>
  );
}

/** Which way the money goes follows from what the books lack. */
function BookDialog({ receipt, onClose }: DialogProps) {
  const { book: t } = useReceiptTexts();
  const booking = useBookingTexts();
  const { money } = useFormats();
  const done = useDone();
  const [draft, setDraft] = useState(NO_BEARER);
  const missing = missingOf(receipt);
  const bearer = bearerOf(draft);
  const amount = money(Math.abs(missing));
  const book = async (reason: string) => {
    if (!bearer) return;
    await actOnReceipt(receipt.id, reason, { act: 'book', ...sidesOf(missing, bearer) });
    await done(t.done({ amount }));
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
        {missing < 0 && <p>{t.back({ amount })}</p>}
        <BearerFields
          label={missing < 0 ? t.whoReturns : booking.whoGets}
          company={t.company}
          draft={draft}
          onChange={setDraft}
        />
        <p>{t.final}</p>
      </Stack>
    </ReasonDialog>
  );
}

function CloseDialog({ receipt, onClose }: DialogProps) {
  const { close: t } = useReceiptTexts();
  const done = useDone();
  const close = async (reason: string) => {
    await actOnReceipt(receipt.id, reason, { act: 'close' });
    await done(t.done);
  };
  return (
    <ReasonDialog title={t.title} action={t.action} onConfirm={close} onClose={onClose}>
      <p>{t.text}</p>
    </ReasonDialog>
  );
}
