import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconScale } from '../../ui/page/icons.ts';
import { Link } from '../../ui/page/link.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { OpenSwitch, useOpenQuery } from '../parts/open-switch.tsx';
import { type Finding, findingsQuery, resolveFinding } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const ReasonDialog = lazy(async () => ({ default: (await import('../parts/reason-dialog.tsx')).ReasonDialog }));

/** What banks see otherwise about payouts, until somebody says what was done. */
export function FindingList() {
  const { findings: t } = usePayoutTexts();
  const { query } = useListState([]);
  const { data, error, isPlaceholderData, refetch } = useQuery(findingsQuery({ ...query, ...useOpenQuery() }));
  return (
    <>
      <FilterBar filters={[]}>
        <OpenSwitch />
      </FilterBar>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data?.total === 0 && <EmptyState icon={IconScale} title={t.empty} />}
      {data && data.total > 0 && (
        <>
          <FindingTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
        </>
      )}
    </>
  );
}

export function FindingTable({ rows, isDimmed = false }: { rows: readonly Finding[]; isDimmed?: boolean }) {
  const t = usePayoutTexts();
  const { money } = useFormats();
  const canResolve = useCan('money');
  const [asking, setAsking] = useState<Finding | null>(null);
  const aboutOf = ({ payout_id, reference }: Finding) =>
    payout_id === null ? reference : <Link to={`/payouts/${payout_id}`}>{t.one({ id: String(payout_id) })}</Link>;
  const endOf = (finding: Finding) =>
    finding.resolved_at !== null ? (
      t.findings.resolved({ text: finding.resolution ?? '' })
    ) : canResolve ? (
      <Button size="xs" variant="default" onClick={() => setAsking(finding)}>
        {t.findings.act}
      </Button>
    ) : null;
  const columns: readonly Column<Finding>[] = [
    { key: 'kind', header: t.findings.kind, cell: ({ kind }) => t.findings.kinds[kind] },
    { key: 'about', header: t.findings.reference, cell: aboutOf },
    { key: 'bank', header: t.bank, cell: ({ acquirer }) => acquirer },
    { key: 'ours', header: t.findings.ours, align: 'right', cell: ({ ours }) => money(ours) },
    { key: 'theirs', header: t.findings.bank, align: 'right', cell: ({ bank }) => money(bank) },
    { key: 'seen', header: t.findings.seen, cell: ({ detected_at }) => <Timestamp at={detected_at} /> },
    { key: 'act', header: t.findings.act, cell: endOf },
  ];
  return (
    <>
      <DataTable
        caption={t.tabs.findings}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        isDimmed={isDimmed}
        card={(finding) => (
          <CardLines
            start={t.findings.kinds[finding.kind]}
            end={<Timestamp at={finding.detected_at} />}
            lines={[
              aboutOf(finding),
              `${t.findings.ours} ${money(finding.ours)} · ${t.findings.bank} ${money(finding.bank)}`,
              endOf(finding),
            ]}
          />
        )}
      />
      <Suspense fallback={null}>
        {asking && <ResolveFinding finding={asking} onClose={() => setAsking(null)} />}
      </Suspense>
    </>
  );
}

function ResolveFinding({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const { findings: t } = usePayoutTexts();
  const client = useQueryClient();
  const resolve = async (reason: string) => {
    await resolveFinding(finding.id, reason);
    toast(t.done);
    await client.invalidateQueries();
  };
  return (
    <ReasonDialog title={t.title} action={t.action} onConfirm={resolve} onClose={onClose}>
      <p>{t.kinds[finding.kind]}</p>
      <p>{t.text}</p>
    </ReasonDialog>
  );
}
