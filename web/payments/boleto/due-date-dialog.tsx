import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { CreatedTransaction } from '../../api/types.ts';
import { useFormats } from '../../i18n/formats.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { dayOf } from '../../ui/lists/periods.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { businessNow } from '../../ui/values/business-clock.ts';
import { termsInWords } from '../new-payment/terms-words.ts';
import styles from '../payments.module.css';
import { usePaymentTexts } from '../payments.texts.ts';
import { useBoletoTexts } from './boleto.texts.ts';
import { type BoletoDetails, dueDateProblem } from './boleto-figures.ts';

interface DueDateDialogProps {
  id: number;
  boleto: BoletoDetails;
  onClose: () => void;
}

/** Says what the new day would mean before it is asked for, and afterwards whether the bank has done it already. */
export function DueDateDialog({ id, boleto, onClose }: DueDateDialogProps) {
  const { dueDate: t } = useBoletoTexts();
  const { terms: words } = usePaymentTexts();
  const formats = useFormats();
  const client = useQueryClient();
  const { slip } = boleto;
  const today = dayOf(businessNow());
  const [dueDate, setDueDate] = useState(slip.dueDate);
  const problem = dueDateProblem(slip, dueDate, today);
  return (
    <ConfirmDialog
      title={t.title}
      action={t.title}
      isReady={problem === null}
      onClose={onClose}
      onConfirm={async () => {
        const { transaction } = await call<CreatedTransaction>(`/transactions/${id}/boleto`, {
          method: 'PATCH',
          body: { due_date: dueDate },
        });
        // A bank that answers later leaves it as it was.
        toast(transaction.due_date === dueDate ? t.done({ date: formats.date(dueDate) }) : t.asked);
        await client.invalidateQueries({ queryKey: ['transactions'] });
      }}
    >
      <TextInput
        type="date"
        label={t.field}
        data-autofocus
        required
        min={today}
        value={dueDate}
        error={problem && problem !== 'same' ? t.problems[problem] : undefined}
        onChange={({ currentTarget }) => setDueDate(currentTarget.value)}
      />
      <p className={styles.figures} aria-live="polite">
        {problem ? t.now({ date: formats.date(slip.dueDate) }) : termsInWords({ ...slip, dueDate }, words, formats)}
      </p>
      <p className={styles.note}>{t.text}</p>
    </ConfirmDialog>
  );
}
