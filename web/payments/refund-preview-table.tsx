import { Table } from '@mantine/core';
import { useFormats } from '../i18n/formats.ts';
import { ScrollX } from '../ui/scroll-x.tsx';
import styles from './payments.module.css';
import type { RefundPreview } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

const SOURCES = ['available', 'future', 'retention'] as const;

export function RefundPreviewTable({
  preview: { legs, balance, covers_others: coversOthers },
}: {
  preview: RefundPreview;
}) {
  const { refund: t } = usePaymentTexts();
  const { money } = useFormats();
  const sourcesOf = (leg: RefundPreview['legs'][number]) =>
    [
      ...SOURCES.filter((source) => leg[source] > 0).map((source) => t[source]),
      ...(leg.covered ? [t.covered({ amount: money(leg.covered) })] : []),
    ].join(', ');
  return (
    <>
      <ScrollX label={t.who}>
        <Table aria-label={t.who} horizontalSpacing={8} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t.who}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t.value}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t.feeReturned}
              </Table.Th>
              <Table.Th scope="col">{t.from}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {legs.map((leg) => (
              <Table.Tr key={leg.company_id}>
                <Table.Td>{leg.name}</Table.Td>
                <Table.Td ta="right">{money(leg.amount)}</Table.Td>
                <Table.Td ta="right">{leg.fee_returned === 0 ? '–' : money(leg.fee_returned)}</Table.Td>
                <Table.Td>{sourcesOf(leg)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollX>
      {coversOthers && <p className={styles.note}>{t.coversOthers}</p>}
      <p className={styles.note}>{t.balance({ before: money(balance.before), after: money(balance.after) })}</p>
      <p className={styles.note}>{t.final}</p>
    </>
  );
}
