import { useFormats } from '../i18n/formats.ts';
import { Section } from '../ui/page/section.tsx';
import type { Tone } from '../ui/values/status-badge.tsx';
import { Timeline } from '../ui/values/timeline.tsx';
import type { PayoutDetails } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

type Step = PayoutDetails['history'][number];

const TONES: Partial<Record<Step['step'], Tone>> = {
  REQUESTED: 'waiting',
  REFUSED: 'bad',
  PAID: 'good',
  FAILED: 'bad',
  CANCELLED: 'bad',
  RETURNED: 'returned',
};

/** What happened to it, by whom and why; each return with what came back. */
export function PayoutTimeline({ payout }: { payout: PayoutDetails }) {
  const { timeline: t } = usePayoutTexts();
  const { money } = useFormats();
  const whoOf = useWho(payout);
  const titleOf = ({ step, amount }: Step) => (amount === null ? t.steps[step] : t.returned({ amount: money(amount) }));
  const steps = payout.history.map((one, index) => {
    const tone = TONES[one.step];
    return {
      key: `${index} ${one.step}`,
      at: one.at,
      title: titleOf(one),
      ...(tone ? { tone } : {}),
      details: [whoOf(one), ...(one.reason === null ? [] : [t.reason({ reason: one.reason })])],
    };
  });
  return (
    <Section title={t.title}>
      <Timeline steps={steps.reverse()} />
    </Section>
  );
}

/** Those that are no person have names of ours. */
function useWho({ origin }: PayoutDetails): (step: Step) => string {
  const t = usePayoutTexts();
  return ({ step, by }) => {
    if (step === 'REQUESTED' && origin === 'schedule') return t.timeline.by({ name: t.schedule });
    const known = t.timeline.who as Readonly<Record<string, string>>;
    return known[by] ?? t.timeline.by({ name: by });
  };
}
