import { NativeSelect, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { UF_CODES } from '../../../src/ground/brazil/documents.rules.ts';
import type { DraftProps } from '../../ui/forms/draft-form.ts';
import { Section } from '../../ui/page/section.tsx';
import styles from '../payments.module.css';
import { usePaymentTexts } from '../payments.texts.ts';
import { CustomerSearch } from './customer-search.tsx';
import type { OrderDraft } from './order-draft.ts';

type TextField = 'name' | 'email' | 'document' | 'phone' | 'line' | 'city' | 'zip';

export function CustomerFields(props: DraftProps<OrderDraft>) {
  const { create: t } = usePaymentTexts();
  const { draft, onChange, problemAt } = props;
  return (
    <Section title={t.customer}>
      <Stack gap="sm">
        <CustomerSearch onChoose={onChange} />
        <div className={styles.pair}>
          <Field {...props} field="name" autoComplete="off" />
          <Field {...props} field="email" type="email" autoComplete="off" />
          <Field {...props} field="document" inputMode="text" autoComplete="off" />
          <Field {...props} field="phone" type="tel" autoComplete="off" />
        </div>
        {draft.type === 'invoice' && (
          <>
            <p className={styles.note}>{t.addressText}</p>
            <div className={styles.pair}>
              <Field {...props} field="line" />
              <Field {...props} field="city" />
              <NativeSelect
                label={t.state}
                value={draft.state}
                error={problemAt('state')}
                data={['', ...UF_CODES]}
                onChange={({ currentTarget }) => onChange({ state: currentTarget.value })}
              />
              <Field {...props} field="zip" inputMode="numeric" />
            </div>
          </>
        )}
      </Stack>
    </Section>
  );
}

interface FieldProps extends DraftProps<OrderDraft>, Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete'> {
  field: TextField;
}

function Field({ draft, onChange, problemAt, field, ...input }: FieldProps) {
  const { create: t } = usePaymentTexts();
  return (
    <TextInput
      label={t[field]}
      value={draft[field]}
      error={problemAt(field)}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
      {...input}
    />
  );
}
