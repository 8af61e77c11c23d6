import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCompanyName } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { ScrollX } from '../ui/lists/scroll-x.tsx';
import { Section } from '../ui/page/section.tsx';
import styles from './payments.module.css';
import { type Details, transactionEntriesQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';
import { SplitTable } from './split-table.tsx';

/** Who receives what, as it was frozen with the order. */
export function SplitSection({ transaction }: { transaction: Details }) {
  const { split: t } = usePaymentTexts();
  return (
    <Section title={t.title}>
      <SplitTable caption={t.title} split={transaction.split} />
    </Section>
  );
}

/** What was booked for it, of the establishments that are one's own. */
export function EntriesSection({ transaction }: { transaction: Details }) {
  const { entries: t } = usePaymentTexts();
  const { money, date } = useFormats();
  const companyName = useCompanyName();
  const { data } = useQuery(transactionEntriesQuery(String(transaction.id)));
  if (!data) return null;
  return (
    <Section title={t.title}>
      {data.data.length === 0 ? (
        <p className={styles.note}>{t.none}</p>
      ) : (
        <ScrollX label={t.title}>
          <Table aria-label={t.title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t.date}</Table.Th>
                <Table.Th scope="col">{t.kind}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t.amount}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map(({ id, available_at, kind, account, amount, company_id }) => (
                <Table.Tr key={id}>
                  <Table.Td>{date(available_at)}</Table.Td>
                  <Table.Td>
                    {t.kinds[kind] ?? kind}
                    <div className={styles.muted}>
                      {companyName(company_id)}
                      {account === 'retained' && ` · ${t.retained}`}
                    </div>
                  </Table.Td>
                  <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                    {money(amount)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollX>
      )}
    </Section>
  );
}
