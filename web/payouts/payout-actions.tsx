import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { useCan } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { asksForCode, CodeField } from '../ui/forms/code-field.tsx';
import { useAddress } from '../ui/page/address.ts';
import { IconBan, IconCheck, IconX } from '../ui/page/icons.ts';
import { toast } from '../ui/page/toasts.tsx';
import { useDestinationText } from '../ui/values/destination-text.ts';
import { type PayoutDetails, TOUCHED } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));

const NOT_SENT = new Set<PayoutDetails['status']>(['AWAITING_APPROVAL', 'REQUESTED']);
type Act = 'approve' | 'refuse' | 'cancel';

/** Each state offers what can be done in it by whoever looks: nobody decides on their own. */
export function PayoutActions({ payout }: { payout: PayoutDetails }) {
  const { actions: t } = usePayoutTexts();
  const address = useAddress();
  const canPayOut = useCan('payout');
  const canCancel = canPayOut && NOT_SENT.has(payout.status);
  const open = (act: Act | null) => address.change({ open: act }, { replace: act === null });
  const asked = address.one('open');
  const act = (['approve', 'refuse', 'cancel'] as const).find((name) => name === asked);
  const isOffered = act === 'cancel' ? canCancel : payout.can_decide;
  return (
    <>
      {payout.can_decide && (
        <>
          <Button leftSection={<IconCheck size={16} aria-hidden="true" />} onClick={() => open('approve')}>
            {t.approve}
          </Button>
          <Button variant="default" leftSection={<IconX size={16} aria-hidden="true" />} onClick={() => open('refuse')}>
            {t.refuse}
          </Button>
        </>
      )}
      {canCancel && (
        <Button variant="default" leftSection={<IconBan size={16} aria-hidden="true" />} onClick={() => open('cancel')}>
          {t.cancel}
        </Button>
      )}
      {act && isOffered && (
        <Suspense fallback={null}>
          <DecisionDialog key={act} act={act} payout={payout} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  );
}

interface DecisionDialogProps {
  act: Act;
  payout: PayoutDetails;
  onClose: () => void;
}

const MAX_REASON = 500;

function DecisionDialog({ act, payout, onClose }: DecisionDialogProps) {
  const { actions: t } = usePayoutTexts();
  const client = useQueryClient();
  const words = useWords(act, payout);
  const [reason, setReason] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const given = reason.trim();
  const confirm = async () => {
    try {
      const body = { ...(given === '' ? {} : { reason: given }), ...(code === '' ? {} : { otp: code }) };
      await call(`/payouts/${payout.id}/${act}`, { method: 'POST', body });
      toast(words.done);
    } catch (error) {
      if (asksForCode(error)) {
        setNeedsCode(true);
        setCode('');
      }
      throw error;
    } finally {
      // Also where it was refused: somebody else may have decided meanwhile.
      await Promise.all(TOUCHED.map((root) => client.invalidateQueries({ queryKey: [root] })));
    }
  };
  return (
    <ConfirmDialog
      title={words.title}
      action={words.action}
      isDestructive={act !== 'approve'}
      isReady={(act !== 'refuse' || given !== '') && (!needsCode || code !== '')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <Textarea
        label={act === 'refuse' ? t.reason : t.optionalReason}
        required={act === 'refuse'}
        autosize
        minRows={2}
        maxLength={MAX_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {needsCode && <CodeField value={code} onChange={setCode} />}
    </ConfirmDialog>
  );
}

function useWords(act: Act, { amount, fee, requested_by, origin, destination }: PayoutDetails) {
  const { actions: t, schedule } = usePayoutTexts();
  const { money } = useFormats();
  const lineOf = useDestinationText();
  const name = origin === 'schedule' ? schedule : requested_by;
  return {
    approve: {
      title: t.approveTitle,
      text: t.approveText({ name, destination: lineOf(destination) }),
      action: t.approveDo({ amount: money(amount) }),
      done: t.approved,
    },
    refuse: { title: t.refuseTitle, text: t.refuseText, action: t.refuseDo, done: t.refused },
    cancel: {
      title: t.cancelTitle,
      text: t.cancelText({ amount: money(amount + fee) }),
      action: t.cancelDo,
      done: t.cancelled,
    },
  }[act];
}
