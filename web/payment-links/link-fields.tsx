import { Checkbox, Group, NativeSelect, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useSession } from '../api/session.ts';
import type { DraftProps } from '../ui/forms/draft-form.ts';
import { LateTermsFields } from '../ui/forms/late-terms-fields.tsx';
import { MoneyField } from '../ui/forms/money-field.tsx';
import { Section } from '../ui/page/section.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import type { LinkDraft } from './link-draft.ts';
import { LinkItems } from './link-items.tsx';
import styles from './links.module.css';
import { useLinkTexts } from './links.texts.ts';

const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The names of what is simply typed. */
type TypedName = { [Name in keyof LinkDraft]: LinkDraft[Name] extends string ? Name : never }[keyof LinkDraft];

function typed({ draft, onChange, problemAt }: DraftProps<LinkDraft>, name: TypedName) {
  return {
    value: draft[name],
    error: problemAt(name),
    inputWrapperOrder: HINT_BELOW,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  };
}

export function OfferFields(props: DraftProps<LinkDraft>) {
  const { form: t } = useLinkTexts();
  const { draft, onChange } = props;
  return (
    <Section title={t.what}>
      <Stack gap="sm">
        <TextInput label={t.name} description={t.nameText} maxLength={120} {...typed(props, 'title')} />
        <Textarea label={t.description} maxLength={1_000} autosize minRows={2} {...typed(props, 'description')} />
        <SegmentedControl
          aria-label={t.kind}
          classNames={{ label: styles.choice ?? '' }}
          value={draft.kind}
          data={[
            { value: 'items', label: t.items },
            { value: 'open', label: t.open },
          ]}
          onChange={(kind) => onChange({ kind: kind === 'open' ? 'open' : 'items' })}
        />
        {draft.kind === 'items' ? <LinkItems {...props} /> : <OpenAmountFields {...props} />}
        <div className={styles.pair}>
          <MoneyField
            label={t.shipping}
            value={draft.shippingCents}
            onChange={(shippingCents) => onChange({ shippingCents })}
          />
          <TextInput label={t.shippingName} maxLength={120} {...typed(props, 'shippingName')} />
        </div>
      </Stack>
    </Section>
  );
}

function OpenAmountFields(props: DraftProps<LinkDraft>) {
  const { form: t } = useLinkTexts();
  const { draft, onChange, problemAt } = props;
  return (
    <>
      <div className={styles.pair}>
        <MoneyField
          label={t.minAmount}
          value={draft.minCents}
          error={problemAt('amounts')}
          onChange={(minCents) => onChange({ minCents })}
        />
        <MoneyField label={t.maxAmount} value={draft.maxCents} onChange={(maxCents) => onChange({ maxCents })} />
      </div>
      <TextInput label={t.suggested} description={t.suggestedText} {...typed(props, 'suggested')} />
    </>
  );
}

export function ReceiveFields(props: DraftProps<LinkDraft>) {
  const { form: t } = useLinkTexts();
  const { method } = useUiTexts();
  const { companies } = useSession();
  const { draft, onChange, problemAt } = props;
  const active = companies.filter(({ status }) => status === 'ACTIVE');
  const hasBoleto = draft.methods.includes('invoice');
  return (
    <Section title={t.receive}>
      <Stack gap="sm">
        <NativeSelect
          label={t.company}
          value={String(draft.companyId)}
          data={active.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) => onChange({ companyId: Number(currentTarget.value) })}
        />
        <Checkbox.Group
          label={t.methods}
          value={[...draft.methods]}
          error={problemAt('methods')}
          onChange={(methods) => onChange({ methods })}
        >
          <Group mt={8}>
            <Checkbox value="pix" label={method.pix} />
            <Checkbox value="invoice" label={method.invoice} />
          </Group>
        </Checkbox.Group>
        <div className={styles.pair}>
          {hasBoleto && <TextInput label={t.dueDays} type="number" min={0} max={180} {...typed(props, 'dueDays')} />}
          <NativeSelect
            label={t.address}
            value={draft.address}
            data={(['boleto', 'always', 'never'] as const).map((value) => ({ value, label: t.addresses[value] }))}
            onChange={({ currentTarget }) => onChange({ address: currentTarget.value as LinkDraft['address'] })}
          />
          {hasBoleto && <LateTermsFields late={draft} onChange={onChange} problemAt={problemAt} />}
        </div>
      </Stack>
    </Section>
  );
}

export function LimitFields(props: DraftProps<LinkDraft>) {
  const { form: t } = useLinkTexts();
  return (
    <Section title={t.limits}>
      <Stack gap="sm">
        <p className={styles.note}>{t.limitsText}</p>
        <div className={styles.pair}>
          <TextInput
            label={t.maxPayments}
            description={t.maxPaymentsText}
            type="number"
            min={1}
            {...typed(props, 'maxPayments')}
          />
          <TextInput label={t.stock} type="number" min={1} {...typed(props, 'stock')} />
          <TextInput
            label={t.expires}
            description={t.expiresText}
            type="datetime-local"
            {...typed(props, 'expiresAt')}
          />
        </div>
      </Stack>
    </Section>
  );
}

export function PageFields(props: DraftProps<LinkDraft>) {
  const { form: t } = useLinkTexts();
  return (
    <Section title={t.after}>
      <Stack gap="sm">
        <TextInput label={t.slug} description={t.slugText} leftSection="/l/" maxLength={40} {...typed(props, 'slug')} />
        <TextInput label={t.returnTo} type="url" maxLength={2_048} {...typed(props, 'returnTo')} />
        <TextInput label={t.message} maxLength={300} {...typed(props, 'message')} />
      </Stack>
    </Section>
  );
}
