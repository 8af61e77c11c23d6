import { TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDocument, maskDocument } from '../../../src/ground/brazil/documents.rules.ts';
import { call } from '../../api/call.ts';
import type { ListOf } from '../../api/types.ts';
import styles from '../payments.module.css';
import { usePaymentTexts } from '../payments.texts.ts';
import type { OrderDraft } from './order-draft.ts';

export interface FoundCustomer {
  id: number;
  name: string;
  email: string;
  document: string;
  phone: string;
}

const TYPING_MS = 250;
const MIN_LENGTH = 2;
const MOST_FOUND = 5;

export function fieldsOf({ name, email, document, phone }: FoundCustomer): Partial<OrderDraft> {
  return { name, email, document: formatDocument(document), phone };
}

/** Somebody who bought before: their data fills the form. */
export function CustomerSearch({ onChoose }: { onChoose: (fields: Partial<OrderDraft>) => void }) {
  const { create: t } = usePaymentTexts();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  const isDocument = /^[\d.\-/]+$/.test(asked);
  const { data } = useQuery({
    queryKey: ['customers', 'search', asked],
    queryFn: ({ signal }) =>
      call<ListOf<FoundCustomer>>('/customers', {
        query: { [isDocument ? 'document' : 'name']: asked, limit: MOST_FOUND },
        signal,
      }),
    enabled: asked.length >= MIN_LENGTH,
  });
  const found = asked.length >= MIN_LENGTH ? (data?.data ?? []) : [];
  return (
    <div>
      <TextInput
        type="search"
        label={t.find}
        description={t.findText}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {found.length > 0 && (
        <ul className={styles.found}>
          {found.map((customer) => (
            <li key={customer.id}>
              <UnstyledButton
                className={styles.foundOne ?? ''}
                onClick={() => {
                  onChoose(fieldsOf(customer));
                  setText('');
                }}
              >
                {customer.name} <span className={styles.muted}>{maskDocument(customer.document)}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
