import type { Filter } from '../ui/lists/filters.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
import { usePaymentTexts } from './payments.texts.ts';

/** What the list can be filtered by: one entry each, named as the interface names it. */
export function useTransactionFilters(): readonly Filter[] {
  const { filters: t } = usePaymentTexts();
  const { status, method } = useUiTexts();
  return [
    {
      kind: 'choices',
      key: 'status',
      label: t.status,
      options: [
        { value: '1', label: status.pending },
        { value: '2', label: status.approved },
        { value: '3', label: status.failed },
        { value: '4', label: status.refunded },
      ],
    },
    {
      kind: 'choice',
      key: 'type',
      label: t.method,
      options: [
        { value: 'pix', label: method.pix },
        { value: 'invoice', label: method.invoice },
      ],
    },
    { kind: 'period', key: 'created', label: t.created, start: 'createdAtStart', end: 'createdAtEnd' },
    { kind: 'period', key: 'paid', label: t.paid, start: 'paidAtStart', end: 'paidAtEnd' },
    { kind: 'amount', key: 'amount', label: t.amount, start: 'amountStart', end: 'amountEnd' },
    {
      kind: 'choice',
      key: 'refunded',
      label: t.refunded,
      options: [
        { value: 'none', label: t.refundedNone },
        { value: 'partial', label: t.refundedPartial },
        { value: 'full', label: t.refundedFull },
      ],
    },
    { kind: 'text', key: 'customer_id', label: t.customer, pattern: /^\d{1,15}$/ },
    { kind: 'text', key: 'payment_link_id', label: t.link },
  ];
}
