import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { Facts } from '../../ui/values/facts.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { ComparedDay } from '../home/compared-day.tsx';
import type { Home } from '../home/home.queries.ts';
import { daysLeft, stateOf } from './acquirer-state.ts';
import type { SeenAcquirer } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';

const TONES = { answers: 'good', silent: 'bad', unusable: 'bad', spared: 'waiting', starting: 'waiting' } as const;

export function AcquirerBadge({ acquirer }: { acquirer: SeenAcquirer }) {
  const t = useAcquirerTexts();
  const state = stateOf(acquirer);
  return <Badge tone={TONES[state]} word={t.states[state]} />;
}

interface AcquirerFactsProps {
  acquirer: SeenAcquirer;
  comparison: NonNullable<Home['comparisons']>[number] | undefined;
}

/** How a bank does. */
export function AcquirerFacts({ acquirer, comparison }: AcquirerFactsProps) {
  const t = useAcquirerTexts();
  const { kind, profile, updated_at, companies, open_circuits } = acquirer;
  return (
    <Facts
      facts={[
        [t.kind, kind === null ? t.sandbox : [kind, profile].filter(Boolean).join(' · ')],
        [t.changed, updated_at && <Timestamp at={updated_at} absolute isReal />],
        [t.does, <Does key="does" acquirer={acquirer} />],
        [t.companies, t.companyCount({ count: companies })],
        [t.certificate, <Certificate key="certificate" acquirer={acquirer} />],
        [t.certificateOf, acquirer.certificate?.subject],
        [t.spared, open_circuits.join(', ')],
        ...useCalls(acquirer),
        [t.compared, <ComparedDay key="compared" comparison={comparison} />],
      ]}
    />
  );
}

function Does({ acquirer: { charges, refunds, payouts } }: { acquirer: SeenAcquirer }) {
  const t = useAcquirerTexts();
  const words: Record<string, string> = t.charges;
  return [
    ...charges.map((type) => words[type] ?? type),
    ...(refunds ? [t.refunds] : []),
    ...(payouts ? [t.payouts] : []),
  ].join(', ');
}

function Certificate({ acquirer: { certificate } }: { acquirer: SeenAcquirer }) {
  const t = useAcquirerTexts();
  const { date } = useFormats();
  if (!certificate) return t.noCertificate;
  if (certificate.not_after === null) return t.unreadable;
  const days = daysLeft(certificate.not_after, Date.now());
  const shown = date(certificate.not_after);
  return days < 0 ? t.ended({ date: shown }) : t.validUntil({ date: shown, days });
}

function useCalls({ calls }: SeenAcquirer): (readonly [string, ReactNode])[] {
  const t = useAcquirerTexts();
  const { number, milliseconds } = useFormats();
  if (!calls || calls.count === 0) return [[t.calls, t.none]];
  const shown = (value: number | null) => (value === null ? t.slow : milliseconds(value));
  return [
    [t.calls, `${number(calls.count)}, ${t.unanswered({ count: calls.unanswered })}`],
    [t.response, t.responseOf({ half: shown(calls.p50_ms), most: shown(calls.p95_ms) })],
  ];
}
