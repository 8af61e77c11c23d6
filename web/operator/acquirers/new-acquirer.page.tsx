import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonPage } from '../../ui/lists/skeletons.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import styles from './acquirers.module.css';
import { addAcquirer, type BankForm, type KindOfBank, kindsQuery } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';
import { SetupForm } from './setup-form.tsx';

/** As the interface has it. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

export function Page() {
  const t = useAcquirerTexts();
  const { data, error, refetch } = useQuery(kindsQuery);
  const back = <BackLink to="/acquirers" label={t.title} />;
  return (
    <>
      <PageHeader title={t.form.addTitle} above={back} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonPage />}
      {data && <NewAcquirer kinds={data.data} />}
    </>
  );
}

/** First which bank; then only what such a bank needs. */
function NewAcquirer({ kinds }: { kinds: readonly KindOfBank[] }) {
  const { form: t, kinds: kindWords } = useAcquirerTexts();
  const bankName = useBankName();
  const usable = kinds.filter(({ forms }) => forms.some(({ is_reachable }) => is_reachable));
  const [name, setName] = useState('');
  const [kindName, setKindName] = useState(usable[0]?.kind ?? '');
  const [profile, setProfile] = useState('');
  const [isTried, setIsTried] = useState(false);
  const kind = kinds.find((one) => one.kind === kindName);
  const form = kind && formOf(kind, profile);
  const isNamed = NAME.test(name);
  return (
    <div className={styles.parts}>
      <Section title={t.which}>
        <div className={styles.fields}>
          <TextInput
            label={t.name}
            description={t.nameText}
            autoComplete="off"
            required
            maxLength={40}
            value={name}
            error={(isTried || name !== '') && !isNamed ? t.nameWrong : undefined}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label={t.kind}
            value={kindName}
            data={kinds.map((one) => ({
              value: one.kind,
              label: kindWords[one.kind],
              disabled: !usable.includes(one),
            }))}
            onChange={({ currentTarget }) => {
              setKindName(currentTarget.value);
              setProfile('');
            }}
          />
          {kind?.has_profiles && (
            <NativeSelect
              label={t.bank}
              value={form?.profile ?? ''}
              data={kind.forms.map(({ profile: value, is_reachable }) => ({
                value,
                label: is_reachable ? bankName(value) : t.onlyByCommandLine({ bank: bankName(value) }),
                disabled: !is_reachable,
              }))}
              onChange={({ currentTarget }) => setProfile(currentTarget.value)}
            />
          )}
        </div>
        <p className={styles.note}>{t.limits}</p>
      </Section>
      {kind && form && (
        <SetupForm
          key={`${kind.kind} ${form.profile}`}
          form={form}
          acquirer={null}
          isHeldUp={!isNamed}
          onTry={() => setIsTried(true)}
          send={(body) =>
            addAcquirer({
              ...body,
              name,
              kind: kind.kind,
              ...(kind.has_profiles ? { profile: form.profile } : {}),
            })
          }
        />
      )}
    </div>
  );
}

function formOf({ forms }: KindOfBank, profile: string): BankForm | undefined {
  return forms.find((one) => one.profile === profile) ?? forms.find(({ is_reachable }) => is_reachable);
}

function useBankName(): (profile: string) => string {
  const { banks } = useAcquirerTexts();
  const known: Record<string, string> = banks;
  return (profile) => known[profile] ?? profile;
}
