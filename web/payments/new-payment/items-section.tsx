import { Table } from '@mantine/core';
import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import styles from '../payments.module.css';
import type { Details } from '../payments.queries.ts';
import { usePaymentTexts } from '../payments.texts.ts';

type Ordered = Pick<Details, 'items' | 'shipping' | 'amount'>;

export function ItemsSection({ transaction: { items, shipping, amount } }: { transaction: Ordered }) {
  const { items: t } = usePaymentTexts();
  const { money } = useFormats();
  return (
    <Section title={t.title}>
      <Table aria-label={t.title}>
        <Table.Tbody>
          {items.map(({ name, quantity, price }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of an order never change.
            <Table.Tr key={index}>
              <Table.Td>
                {quantity} × {name}
              </Table.Td>
              <Table.Td ta="right">{money(quantity * price)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td>{shipping.name}</Table.Td>
            <Table.Td ta="right">{money(shipping.price)}</Table.Td>
          </Table.Tr>
          <Table.Tr className={styles.sum}>
            <Table.Td>{t.total}</Table.Td>
            <Table.Td ta="right">{money(amount)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Section>
  );
}
