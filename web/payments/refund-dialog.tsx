import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { ApiFailure } from '../api/failure.ts';
import { useFormats } from '../i18n/formats.ts';
import { MoneyField } from '../ui/forms/money-field.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { businessNow } from '../ui/values/business-clock.ts';
import styles from './payments.module.css';
import { type Details, refundPreviewQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';
import { RefundPreviewTable } from './refund-preview-table.tsx';
import { refundKindOf, refundWayOf } from './refund-way.ts';
import { useRefund } from './use-refund.ts';

const TYPING_MS = 300;
const UNAVAILABLE = 503;

/** Shows what would happen before it does, names the amount on the button, and tells what really happened. */
export function RefundDialog({ transaction, onClose }: { transaction: Details; onClose: () => void }) {
  const { refund: t } = usePaymentTexts();
  const ui = useUiTexts();
  const { money } = useFormats();
  const [way] = useState(() => refundWayOf(transaction, businessNow()));
  const [choice, setChoice] = useState<'whole' | 'part'>('whole');
  const [partCents, setPartCents] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const kind = refundKindOf(transaction, way);
  const cents = choice === 'whole' ? way.remainingCents : partCents;
  const isTooMuch = cents !== null && cents > way.remainingCents;
  const { refund, ask, isUnderWay } = useRefund(transaction, onClose);
  const whyNotPart = way.whyNotPart === null ? null : way.whyNotPart === 'boleto' ? t.onlyWhole : t.tooOld;
  const isReady = cents !== null && cents > 0 && !isTooMuch && !isUnderWay;
  return (
    <Modal opened onClose={onClose} title={t.title} size="lg" closeButtonProps={{ 'aria-label': ui.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) ask({ kind, cents, reason });
        }}
      >
        <Stack gap="sm">
          <Radio.Group
            label={t.what}
            value={choice}
            onChange={(value) => setChoice(value === 'part' ? 'part' : 'whole')}
          >
            <Stack gap={8} mt={8}>
              <Radio data-autofocus value="whole" label={t.whole({ amount: money(way.remainingCents) })} />
              <Radio value="part" label={t.part} disabled={whyNotPart !== null} description={whyNotPart} />
            </Stack>
          </Radio.Group>
          {whyNotPart === null && (
            <MoneyField
              label={t.amount}
              value={partCents}
              error={isTooMuch ? t.tooMuch({ amount: money(way.remainingCents) }) : undefined}
              onChange={(next) => {
                setPartCents(next);
                setChoice('part');
              }}
            />
          )}
          <TextInput
            label={t.reason}
            description={t.reasonText}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {cents !== null && cents > 0 && !isTooMuch && (
            <Preview transactionId={transaction.id} kind={kind} cents={cents} />
          )}
          <Trouble error={refund.error} isUnderWay={isUnderWay} />
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui.back}
          </Button>
          <Button type="submit" color="red" loading={refund.isPending} disabled={!isReady}>
            {cents === null || cents === 0 ? t.submitEmpty : t.submit({ amount: money(cents) })}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface PreviewProps {
  transactionId: number;
  kind: 'pix_refund' | 'reversal';
  cents: number;
}

/** Who gives back what, asked of the server a moment after the last key. */
function Preview({ transactionId, kind, cents }: PreviewProps) {
  const { refund: t } = usePaymentTexts();
  const [asked] = useDebouncedValue(cents, TYPING_MS);
  const { data, error } = useQuery(refundPreviewQuery({ transactionId, kind, cents: asked }));
  return (
    <div className={styles.preview} aria-live="polite">
      {data && asked === cents ? (
        <RefundPreviewTable preview={data} />
      ) : error && asked === cents ? (
        <Shortfall error={error} />
      ) : (
        <p className={styles.note}>{t.previewing}</p>
      )}
    </div>
  );
}

function Shortfall({ error }: { error: unknown }) {
  const { refund: t } = usePaymentTexts();
  const { money } = useFormats();
  const textOf = useErrorText();
  const shortfall = error instanceof ApiFailure ? error.details?.['shortfall'] : undefined;
  return (
    <p role="alert">
      {textOf(error)} {typeof shortfall === 'number' && t.shortfall({ amount: money(shortfall) })}
    </p>
  );
}

/** The reason, and the dialog stays; or: it is under way, and must not be asked for twice. */
function Trouble({ error, isUnderWay }: { error: unknown; isUnderWay: boolean }) {
  const { refund: t } = usePaymentTexts();
  if (isUnderWay || (error instanceof ApiFailure && error.status === UNAVAILABLE))
    return <p role="alert">{t.processing}</p>;
  return error ? <Shortfall error={error} /> : null;
}
