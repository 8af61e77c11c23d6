import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { useSession } from '../api/session.ts';
import type { PaymentLink } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { useAddress } from '../ui/address.ts';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toasts.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import type { DraftProps } from './draft-props.ts';
import { bodyOf, type LinkDraft, problemsOf, totalOfDraft } from './link-draft.ts';
import { LimitFields, OfferFields, PageFields, ReceiveFields } from './link-fields.tsx';
import styles from './links.module.css';
import { linkQuery } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

export function NewLinkForm({ first }: { first: LinkDraft }) {
  const { form: t, openPrice } = useLinkTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const { money } = useFormats();
  const { mode } = useSession();
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const create = useCreation(draft);
  const problems = problemsOf(draft);
  const props: DraftProps = {
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    problemAt: (field) => {
      const problem = isTried ? problems.get(field) : undefined;
      return problem && t.problems[problem];
    },
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problems.size === 0) return create.mutate();
    // After the fields have been marked.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.columns}>
      <div className={styles.column}>
        {isTried && problems.size > 0 && <p role="alert">{ui.errors.summary}</p>}
        <OfferFields {...props} />
        <ReceiveFields {...props} />
        <LimitFields {...props} />
        <PageFields {...props} />
      </div>
      <div className={styles.column}>
        <Section title={t.total}>
          <p className={styles.total}>{draft.kind === 'open' ? openPrice : money(totalOfDraft(draft))}</p>
          {[props.problemAt('total'), create.error && textOf(create.error)].map(
            (problem) =>
              problem && (
                <p key={problem} role="alert" className={styles.problem}>
                  {problem}
                </p>
              ),
          )}
          <Button type="submit" fullWidth mt="md" loading={create.isPending}>
            {t.submit}
          </Button>
          {mode === 'sandbox' && (
            <Button variant="subtle" fullWidth mt="xs" onClick={() => setDraft(filledForTest(draft))}>
              {t.testData}
            </Button>
          )}
        </Section>
      </div>
    </form>
  );
}

function filledForTest(draft: LinkDraft): LinkDraft {
  return {
    ...draft,
    title: draft.title || 'Camiseta azul',
    description: draft.description || 'Tamanhos P a GG',
    items: draft.items.map((item) => ({
      ...item,
      name: item.name || 'Camiseta',
      priceCents: item.priceCents ?? 4_000,
    })),
  };
}

function useCreation(draft: LinkDraft) {
  const { form: t } = useLinkTexts();
  const client = useQueryClient();
  const address = useAddress();
  return useMutation({
    mutationFn: () => call<PaymentLink>('/payment-links', { method: 'POST', body: bodyOf(draft, t.shipping) }),
    onSuccess: (link) => {
      client.setQueryData(linkQuery(link.id).queryKey, link);
      toast(t.done);
      address.go(`/links/${link.id}`);
      return client.invalidateQueries({ queryKey: ['payment-links', 'list'] });
    },
  });
}
