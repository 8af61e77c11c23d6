import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useCan } from '../../api/session.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useAddress } from '../../ui/page/address.ts';
import { Section } from '../../ui/page/section.tsx';
import { businessNow } from '../../ui/values/business-clock.ts';
import { Facts } from '../../ui/values/facts.tsx';
import { chargesInWords, discountsInWords } from '../new-payment/terms-words.ts';
import type { Details } from '../payments.queries.ts';
import { usePaymentTexts } from '../payments.texts.ts';
import { useBoletoTexts } from './boleto.texts.ts';
import {
  type BoletoDetails,
  boletoOf,
  dueToday,
  type OtherFigure,
  type Registration,
  type RequestedChange,
  received,
} from './boleto-figures.ts';

const DueDateDialog = lazy(async () => ({ default: (await import('./due-date-dialog.tsx')).DueDateDialog }));

const PENDING = 1;
const DIALOG = 'due-date';

/** Under the amount: what a boleto comes to today, or what came of it, where that is another figure. */
export function BoletoFigure({ transaction }: { transaction: Details }) {
  const { detail: t } = usePaymentTexts();
  const { money } = useFormats();
  const inWords = ({ cents, parts }: OtherFigure) => ({
    amount: money(cents),
    parts: (['fine', 'interest', 'discount'] as const)
      .filter((part) => parts[part] > 0)
      .map((part) => t.parts[part]({ amount: money(parts[part]) }))
      .join(' + '),
  });
  const due = dueToday(transaction, businessNow());
  const paid = received(transaction);
  if (due) return <span>{t.dueToday(inWords(due))}</span>;
  return paid && <span>{t.received(inWords(paid))}</span>;
}

/** Nothing for a PIX payment. */
export function BoletoSection({ transaction }: { transaction: Details }) {
  const { section: t } = useBoletoTexts();
  const { terms: words } = usePaymentTexts();
  const formats = useFormats();
  const boleto = boletoOf(transaction);
  if (!boleto) return null;
  const { slip, lastPayableDate, registration, requestedChange } = boleto;
  const { terms } = slip;
  return (
    <Section title={t.title} actions={<ChangeDueDate transaction={transaction} boleto={boleto} />}>
      <Facts
        facts={[
          [t.due, formats.date(slip.dueDate)],
          [t.payableUntil, lastPayableDate && formats.date(lastPayableDate)],
          [t.charges, terms && chargesInWords(terms, words, formats).join(words.and)],
          [t.discounts, discountsInWords(terms, words, formats).join(', ')],
          [t.registration, registration && <RegistrationText registration={registration} />],
          [t.requested, requestedChange && <RequestedText change={requestedChange} />],
        ]}
      />
    </Section>
  );
}

function RegistrationText({ registration: { status, registered_at, reason } }: { registration: Registration }) {
  const { section: t } = useBoletoTexts();
  const { dateTime } = useFormats();
  if (status === 'WAITING') return t.waiting;
  if (status === 'REGISTERED') return registered_at && t.registered({ date: dateTime(registered_at) });
  return (
    <>
      {t.rejected({ reason: (reason ?? t.noReason).replace(/\.$/, '') })}. {t.afterRejection}
    </>
  );
}

const WHY_IT_WAITS = 'requested-change';

function RequestedText({ change: { kind, due_date, requested_at } }: { change: RequestedChange }) {
  const { section: t } = useBoletoTexts();
  const { date, dateTime } = useFormats();
  const asked = { at: dateTime(requested_at) };
  return (
    <span id={WHY_IT_WAITS}>
      {kind === 'cancel' || due_date === null
        ? t.requestedCancel(asked)
        : t.requestedDueDate({ ...asked, date: date(due_date) })}
    </span>
  );
}

/** While the bank has not answered, the button stays and what it waits for is told beside it. */
function ChangeDueDate({ transaction, boleto }: { transaction: Details; boleto: BoletoDetails }) {
  const { dueDate: t } = useBoletoTexts();
  const address = useAddress();
  const canCharge = useCan('charge');
  if (!canCharge || transaction.status !== PENDING) return null;
  const isWaiting = boleto.requestedChange !== null;
  // In the address, so that a reload keeps what was open.
  const open = (name: string | null) => address.change({ open: name }, { replace: name === null });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isWaiting}
        aria-describedby={isWaiting ? WHY_IT_WAITS : undefined}
        onClick={() => open(DIALOG)}
      >
        {t.title}
      </Button>
      <Suspense fallback={null}>
        {address.one('open') === DIALOG && !isWaiting && (
          <DueDateDialog id={transaction.id} boleto={boleto} onClose={() => open(null)} />
        )}
      </Suspense>
    </>
  );
}
