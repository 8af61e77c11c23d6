import { Table } from '@mantine/core';
import { useFormats } from '../../i18n/formats.ts';
import { ScrollX } from '../../ui/lists/scroll-x.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { SeenComparison } from './comparisons.queries.ts';
import { useComparisonTexts } from './comparisons.texts.ts';

/** Both sides of every figure, and what is between them. */
export function FiguresSection({ day }: { day: SeenComparison }) {
  const t = useComparisonTexts();
  const { money, number } = useFormats();
  const { ours, acquirer: theirs, payouts, unknown } = day;
  const rows = [
    { what: t.figures.count, ours: ours.count, theirs: theirs.count, show: number },
    { what: t.figures.paid, ours: ours.paid, theirs: theirs.paid, show: money },
    { what: t.figures.refunded, ours: ours.refunded, theirs: theirs.refunded, show: money },
    ...(payouts
      ? [
          { what: t.figures.payouts, ours: payouts.ours.count, theirs: payouts.acquirer.count, show: number },
          { what: t.figures.payoutsPaid, ours: payouts.ours.amount, theirs: payouts.acquirer.amount, show: money },
        ]
      : []),
    ...(unknown.count > 0 ? [{ what: t.figures.unknown, ours: 0, theirs: unknown.amount, show: money }] : []),
  ];
  return (
    <Section title={t.figures.title}>
      <ScrollX label={t.figures.title}>
        <Table aria-label={t.figures.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t.figures.what}</Table.Th>
              {[t.ours, t.theirs, t.difference].map((header) => (
                <Table.Th key={header} scope="col" ta="right">
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ what, ours: here, theirs: there, show }) => (
              <Table.Tr key={what}>
                <Table.Th scope="row">{what}</Table.Th>
                <Table.Td ta="right">{show(here)}</Table.Td>
                <Table.Td ta="right">{show(there)}</Table.Td>
                <Table.Td ta="right">{there === here ? '–' : show(there - here)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollX>
    </Section>
  );
}
