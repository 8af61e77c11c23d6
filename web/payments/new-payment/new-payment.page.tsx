import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import type { CreatedTransaction } from '../../api/types.ts';
import { useAddress } from '../../ui/page/address.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { usePaymentTexts } from '../payments.texts.ts';
import { CreatedPayment } from './created-payment.tsx';
import { type FoundCustomer, fieldsOf } from './customer-search.tsx';
import { NewPaymentForm } from './new-payment-form.tsx';
import { emptyDraft } from './order-draft.ts';

export function Page() {
  const { create: t } = usePaymentTexts();
  const [created, setCreated] = useState<CreatedTransaction | null>(null);
  const [count, setCount] = useState(0);
  return (
    <>
      <PageHeader title={t.title} />
      {created ? (
        <CreatedPayment
          created={created}
          onAgain={() => {
            setCreated(null);
            setCount(count + 1);
          }}
        />
      ) : (
        <Prepared key={count} onCreated={setCreated} />
      )}
    </>
  );
}

/** Begins with the establishment that was chosen, and with the customer that the address names. */
function Prepared({ onCreated }: { onCreated: (created: CreatedTransaction) => void }) {
  const { companies } = useSession();
  const address = useAddress();
  const customerId = address.one('customer_id');
  const { data: customer, isLoading } = useQuery({
    queryKey: ['customers', 'one', customerId],
    queryFn: () => call<FoundCustomer>(`/customers/${customerId}`),
    enabled: customerId !== undefined,
  });
  const companyId = Number(address.one('company_id') ?? companies.find(({ status }) => status === 'ACTIVE')?.id ?? 0);
  if (isLoading) return null;
  return (
    <NewPaymentForm
      first={{ ...emptyDraft(companyId), ...(customer ? fieldsOf(customer) : {}) }}
      onCreated={onCreated}
    />
  );
}
