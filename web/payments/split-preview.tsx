import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MIN_AMOUNT_CENTS } from '../../src/ground/money/minimum-amount.ts';
import { call } from '../api/call.ts';
import type { TransactionDetails } from '../api/types.ts';
import { Section } from '../ui/page/section.tsx';
import { type OrderDraft, totalOf } from './new-payment/order-draft.ts';
import styles from './payments.module.css';
import { usePaymentTexts } from './payments.texts.ts';
import { SplitTable } from './split-table.tsx';

interface Simulation {
  total: number;
  fee: number;
  split: TransactionDetails['split'];
}

const TYPING_MS = 300;

/** Who would receive what of this payment, asked of the server: nothing is computed twice. */
export function SplitPreview({ draft }: { draft: OrderDraft }) {
  const { create: t } = usePaymentTexts();
  const [asked] = useDebouncedValue({ companyId: draft.companyId, type: draft.type, total: totalOf(draft) }, TYPING_MS);
  const { data } = useQuery({
    queryKey: ['split-preview', asked],
    queryFn: ({ signal }) =>
      call<Simulation>(`/companies/${asked.companyId}/split/simulate`, {
        method: 'POST',
        body: { payment: { type: asked.type }, total: asked.total },
        signal,
      }),
    enabled: asked.total >= MIN_AMOUNT_CENTS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Section title={t.split}>
      {data ? (
        <SplitTable caption={t.split} split={data.split} isNarrow />
      ) : (
        <p className={styles.note}>{t.splitEmpty}</p>
      )}
    </Section>
  );
}
