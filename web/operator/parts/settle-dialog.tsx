import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface SettleDialogProps<End extends string> {
  amount: number;
  /** What is ended, as people call it. */
  name: string;
  /** How it may end. */
  ends: readonly End[];
  /** The end by which no money has left: whoever pays by hand must not pay it any more. */
  unpaid: End;
  texts: Readonly<Record<'title' | 'text' | 'how' | 'done', string>> &
    Readonly<Record<End, string>> & {
      action: (of: { amount: string }) => string;
      listed: (of: { list: number }) => string;
    };
  /** Says in which list for paying by hand it stands; null: in none. */
  settle: (body: { as: End; reason: string }) => Promise<{ list: number | null }>;
  onClose: () => void;
}

/** The word of whoever has seen the account. Import it lazily: it brings what floats. */
export function SettleDialog<End extends string>(props: SettleDialogProps<End>) {
  const { amount, name, ends, unpaid, texts: t, settle, onClose } = props;
  const { money } = useFormats();
  const client = useQueryClient();
  const [end, setEnd] = useState<End | null>(null);
  const confirm = async (reason: string) => {
    if (!end) return;
    const { list } = await settle({ as: end, reason });
    toast(list !== null && end === unpaid ? t.listed({ list }) : t.done);
    await client.invalidateQueries();
  };
  return (
    <ReasonDialog
      title={t.title}
      action={t.action({ amount: money(amount) })}
      isReady={end !== null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>
          {name}. {t.text}
        </p>
        <Radio.Group label={t.how} value={end} onChange={(next) => setEnd(ends.find((one) => one === next) ?? null)}>
          <Stack gap="xs" mt="xs">
            {ends.map((one) => (
              <Radio key={one} value={one} label={t[one]} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </ReasonDialog>
  );
}
