import { Table } from '@mantine/core';
import { useFormats } from '../../i18n/formats.ts';
import { ScrollX } from '../../ui/lists/scroll-x.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { SeenPayment } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

/** Every entry, of all companies and of the platform: they add up to nothing, and the page shows it. */
export function JournalSection({ journal }: { journal: SeenPayment['journal'] }) {
  const { journal: t } = usePaymentTexts();
  const { money, date } = useFormats();
  const accounts: Record<string, string> = t.accounts;
  const tags: Record<string, string> = t.tags;
  return (
    <Section title={t.title}>
      {journal.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ScrollX label={t.caption}>
          <Table aria-label={t.caption}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t.account}</Table.Th>
                <Table.Th scope="col">{t.what}</Table.Th>
                <Table.Th scope="col">{t.available}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t.amount}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {journal.map(({ account, company_id, amount, tag, available_at }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries are never changed, and have no id here.
                <Table.Tr key={index}>
                  <Table.Td>
                    {accounts[account] ?? account}
                    {company_id !== null && ` ${company_id}`}
                  </Table.Td>
                  <Table.Td>{tags[tag] ?? tag}</Table.Td>
                  <Table.Td>{date(available_at)}</Table.Td>
                  <Table.Td ta="right">{money(amount)}</Table.Td>
                </Table.Tr>
              ))}
              <Table.Tr>
                <Table.Td colSpan={3}>{t.sum}</Table.Td>
                <Table.Td ta="right">{money(journal.reduce((sum, { amount }) => sum + amount, 0))}</Table.Td>
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </ScrollX>
      )}
    </Section>
  );
}
