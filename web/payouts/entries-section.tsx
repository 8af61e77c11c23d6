import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../i18n/formats.ts';
import { ScrollX } from '../ui/lists/scroll-x.tsx';
import { Section } from '../ui/page/section.tsx';
import { type PayoutDetails, payoutEntriesQuery } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

/** What was booked for it: taken when it was asked for, and what came back. */
export function EntriesSection({ payout }: { payout: PayoutDetails }) {
  const { entries: t } = usePayoutTexts();
  const { money, date } = useFormats();
  const kinds: Readonly<Record<string, string>> = t.kinds;
  const { data } = useQuery(payoutEntriesQuery(payout));
  if (!data) return null;
  return (
    <Section title={t.title}>
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
            {data.data.map(({ id, available_at, kind, cause, amount }) => (
              <Table.Tr key={id}>
                <Table.Td>{date(available_at)}</Table.Td>
                <Table.Td>
                  {kinds[kind] ?? kind}
                  {cause === 'payout_undone' && ` · ${t.undone}`}
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {money(amount)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollX>
    </Section>
  );
}
