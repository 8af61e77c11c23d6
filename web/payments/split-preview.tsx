import { Table } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MIN_AMOUNT_CENTS } from '../../src/money/minimum-amount.ts';
import { call } from '../api/call.ts';
import type { TransactionDetails } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Section } from '../ui/section.tsx';
import { type OrderDraft, totalOf } from './order-draft.ts';
import styles from './payments.module.css';
import { usePaymentTexts } from './payments.texts.ts';

interface Simulation {
  total: number;
  fee: number;
  split: TransactionDetails['split'];
}

const TYPING_MS = 300;

/** Who would receive what of this payment, asked of the server: nothing is computed twice. */
export function SplitPreview({ draft }: { draft: OrderDraft }) {
  const { create: t, split } = usePaymentTexts();
  const { money } = useFormats();
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
        <ScrollX label={t.split}>
          <Table aria-label={t.split}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{split.company}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {split.fee}
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  {split.net}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.split.map(({ company_id, name, fee, net }) => (
                <Table.Tr key={company_id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ta="right">{money(fee)}</Table.Td>
                  <Table.Td ta="right">{money(net)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollX>
      ) : (
        <p className={styles.note}>{t.splitEmpty}</p>
      )}
    </Section>
  );
}
