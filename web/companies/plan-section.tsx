import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { Section } from '../ui/page/section.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import styles from './companies.module.css';
import type { Establishment } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

const ALL_BASIS_POINTS = 10_000;

type Plan = Establishment['plans'][number];

/** What was agreed: fees, when money comes, what is held back. */
export function PlanSection({ company }: { company: Establishment }) {
  const { plan: t } = useCompanyTexts();
  const { method } = useUiTexts();
  const { money, percent } = useFormats();
  const feeOf = ({ fee_basis_points: basisPoints, fee_fixed: cents }: Plan) =>
    [basisPoints > 0 && percent(basisPoints / ALL_BASIS_POINTS), cents > 0 && money(cents)]
      .filter(Boolean)
      .join(' + ') || t.free;
  const columns: readonly Column<Plan>[] = [
    { key: 'method', header: t.method, cell: ({ payment_type }) => method[payment_type] },
    { key: 'enabled', header: t.enabled, cell: ({ enabled }) => (enabled ? t.yes : t.no) },
    { key: 'fee', header: t.fee, align: 'right', cell: feeOf },
    { key: 'onRefund', header: t.onRefund, cell: ({ fee_on_refund }) => t.refund[fee_on_refund] },
    { key: 'settlement', header: t.settlement, cell: ({ settlement_days }) => t.days({ days: settlement_days }) },
  ];
  const { retention } = company;
  return (
    <Section title={t.title}>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={columns}
        rows={company.plans}
        rowKey={({ payment_type }) => payment_type}
        card={(plan) => (
          <CardLines
            start={method[plan.payment_type]}
            end={feeOf(plan)}
            lines={[
              `${t.enabled}: ${plan.enabled ? t.yes : t.no}`,
              `${t.settlement}: ${t.days({ days: plan.settlement_days })}`,
              `${t.onRefund}: ${t.refund[plan.fee_on_refund]}`,
            ]}
          />
        )}
      />
      <dl className={styles.facts}>
        <dt>{t.retention}</dt>
        <dd>
          {retention.basis_points === 0
            ? t.noRetention
            : t.retentionOf({ percent: percent(retention.basis_points / ALL_BASIS_POINTS), days: retention.days })}
        </dd>
        <dt>{t.address}</dt>
        <dd>{addressLine(company)}</dd>
      </dl>
    </Section>
  );
}

function addressLine({ address: { line_1, city, state, zip_code } }: Establishment): string {
  return [line_1, city, state, zip_code?.replace(/^(\d{5})(\d{3})$/, '$1-$2')].filter(Boolean).join(', ');
}
