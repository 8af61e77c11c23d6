import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import type { PaymentLink } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { useDraftForm } from '../ui/forms/draft-form.ts';
import { filledForTest } from '../ui/forms/item-draft.ts';
import { useAddress } from '../ui/page/address.ts';
import { toast } from '../ui/page/toasts.tsx';
import { TwoColumns } from '../ui/page/two-columns.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { TotalSection } from '../ui/values/total-section.tsx';
import { bodyOf, type LinkDraft, problemsOf, totalOfDraft } from './link-draft.ts';
import { LimitFields, OfferFields, PageFields, ReceiveFields } from './link-fields.tsx';
import { linkQuery } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

const TEST_PRICE_CENTS = 4_000;

export function NewLinkForm({ first }: { first: LinkDraft }) {
  const { form: t, openPrice } = useLinkTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const { money } = useFormats();
  const create = useCreation();
  const { form, submit, isRefused, ...props } = useDraftForm(first, problemsOf, t.problems, create.mutate);
  const { draft, onChange, problemAt } = props;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <TwoColumns
        main={
          <>
            {isRefused && <p role="alert">{ui.errors.summary}</p>}
            <OfferFields {...props} />
            <ReceiveFields {...props} />
            <LimitFields {...props} />
            <PageFields {...props} />
          </>
        }
        aside={
          <TotalSection
            title={t.total}
            total={draft.kind === 'open' ? openPrice : money(totalOfDraft(draft))}
            problems={[problemAt('total'), create.error && textOf(create.error)]}
            submitLabel={t.submit}
            isSending={create.isPending}
            onTestData={() => onChange(testDataFor(draft))}
          />
        }
      />
    </form>
  );
}

function testDataFor({ title, description, items }: LinkDraft): Partial<LinkDraft> {
  return {
    title: title || 'Camiseta azul',
    description: description || 'Tamanhos P a GG',
    items: filledForTest(items, TEST_PRICE_CENTS),
  };
}

function useCreation() {
  const { form: t } = useLinkTexts();
  const client = useQueryClient();
  const address = useAddress();
  return useMutation({
    mutationFn: (draft: LinkDraft) =>
      call<PaymentLink>('/payment-links', { method: 'POST', body: bodyOf(draft, t.shipping) }),
    onSuccess: (link) => {
      client.setQueryData(linkQuery(link.id).queryKey, link);
      toast(t.done);
      address.go(`/links/${link.id}`);
      return client.invalidateQueries({ queryKey: ['payment-links', 'list'] });
    },
  });
}
