import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { destinationsQuery, mostToPayOut, payoutTermsQuery } from '../api/payouts.ts';
import { useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { asksForCode, CodeField } from '../ui/forms/code-field.tsx';
import { MoneyField } from '../ui/forms/money-field.tsx';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { companyIn, useAddress } from '../ui/page/address.ts';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconMapPinOff, IconPlus } from '../ui/page/icons.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
import { DestinationSelect, firstUsable } from './destination-select.tsx';
import { NotAvailable } from './not-available.tsx';
import { PayoutPreview, Refusal } from './payout-preview.tsx';
import styles from './payouts.module.css';
import { balanceQuery } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';
import { usePayout } from './use-payout.ts';

const MAX_DESCRIPTION = 140;

/** Shows what would happen before it does, and names the amount on the button. Import it lazily. */
export function NewPayoutDialog({ onClose }: { onClose: () => void }) {
  const { dialog: t } = usePayoutTexts();
  const ui = useUiTexts();
  const { companies } = useSession();
  const chosen = Number(companyIn(useAddress()));
  const first = companies.find(({ id }) => id === chosen) ?? companies[0];
  const [companyId, setCompanyId] = useState(first?.id ?? 0);
  return (
    <Modal opened onClose={onClose} title={t.title} size="lg" closeButtonProps={{ 'aria-label': ui.close }}>
      <Stack gap="sm">
        <NativeSelect
          label={t.company}
          data-autofocus
          value={String(companyId)}
          data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) => setCompanyId(Number(currentTarget.value))}
        />
        <CompanyPayout key={companyId} companyId={companyId} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

/** Everything but the establishment is another one's as soon as that changes. */
function CompanyPayout({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const { dialog: t } = usePayoutTexts();
  const terms = useQuery(payoutTermsQuery(companyId));
  const balance = useQuery(balanceQuery(companyId));
  const destinations = useQuery(destinationsQuery(companyId));
  const asked = [terms, balance, destinations];
  const error = asked.find((query) => query.error)?.error;
  if (error) return <ErrorCard error={error} onRetry={() => asked.forEach((query) => void query.refetch())} />;
  if (!terms.data || !balance.data || !destinations.data) return <SkeletonRows rows={4} />;
  if (!terms.data.enabled) return <p>{t.disabled}</p>;
  if (firstUsable(destinations.data) === undefined && destinations.data.length === 0)
    return (
      <EmptyState icon={IconMapPinOff} title={t.noDestination} text={t.noDestinationText}>
        <ButtonLink to={`/companies/${companyId}`} query={{ tab: 'destinations' }} icon={IconPlus}>
          {t.addDestination}
        </ButtonLink>
      </EmptyState>
    );
  const { available } = balance.data;
  const most = mostToPayOut(available, terms.data);
  return (
    <PayoutForm
      companyId={companyId}
      most={most}
      destinations={destinations.data}
      notAvailable={<NotAvailable balance={balance.data} terms={terms.data} />}
      onClose={onClose}
    />
  );
}

interface PayoutFormProps {
  companyId: number;
  most: number;
  destinations: Parameters<typeof DestinationSelect>[0]['destinations'];
  notAvailable: ReactNode;
  onClose: () => void;
}

function PayoutForm({ companyId, most, destinations, notAvailable, onClose }: PayoutFormProps) {
  const { dialog: t } = usePayoutTexts();
  const ui = useUiTexts();
  const { money } = useFormats();
  const address = useAddress();
  const [destinationId, setDestinationId] = useState(firstUsable(destinations)?.id ?? null);
  const [amount, setAmount] = useState<number | null>(null);
  const [description, setDescription] = useState('');
  const [code, setCode] = useState('');
  const { payout, ask, isUnderWay } = usePayout(({ id }) => address.go(`/payouts/${id}`, {}, { replace: true }));
  const needsCode = asksForCode(payout.error) || code !== '';
  const asked =
    destinationId !== null && amount !== null && amount > 0
      ? { company_id: companyId, destination_id: destinationId, amount }
      : null;
  const about = description.trim();
  const isReady = asked !== null && !isUnderWay && (!needsCode || code !== '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) ask({ ...asked, ...(about && { description: about }), ...(code && { otp: code }) });
      }}
    >
      <Stack gap="sm">
        <DestinationSelect
          companyId={companyId}
          destinations={destinations}
          value={destinationId}
          onChange={setDestinationId}
        />
        <MoneyField label={t.amount} value={amount} onChange={setAmount} />
        {most > 0 ? (
          <Button variant="default" onClick={() => setAmount(most)} disabled={amount === most}>
            {t.all({ amount: money(most) })}
          </Button>
        ) : (
          <p className={styles.muted}>{t.nothing}</p>
        )}
        {notAvailable}
        <TextInput
          label={t.description}
          description={t.descriptionText}
          maxLength={MAX_DESCRIPTION}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        {asked && <PayoutPreview asked={asked} />}
        {needsCode && <CodeField value={code} onChange={setCode} />}
        {isUnderWay && <p role="alert">{t.underWay}</p>}
        {payout.error && !isUnderWay && <Refusal error={payout.error} />}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ui.back}
        </Button>
        <Button type="submit" loading={payout.isPending} disabled={!isReady}>
          {amount === null || amount === 0 ? t.submitEmpty : t.submit({ amount: money(amount) })}
        </Button>
      </Group>
    </form>
  );
}
