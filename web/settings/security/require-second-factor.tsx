import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useSession } from '../../api/session.ts';
import { useSecurityTexts } from '../../ui/account/security.texts.ts';
import { merchantQuery } from '../../ui/account/settings.queries.ts';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';

/** An owner asks everybody for a second factor, once the owner has one. */
export function RequireSecondFactor() {
  const { require: t } = useSecurityTexts();
  const textOf = useErrorText();
  const client = useQueryClient();
  const { second_factor: hasOne } = useSession();
  const { data } = useQuery(merchantQuery);
  const change = useMutation({
    mutationFn: (otp_required: boolean) => call('/merchant', { method: 'PATCH', body: { otp_required } }),
    onSuccess: () => {
      toast(t.saved);
      return client.invalidateQueries({ queryKey: merchantQuery.queryKey });
    },
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
  // As it was just set, until it is known to be saved.
  const isRequired = (change.isPending ? change.variables : data?.otp_required) ?? false;
  return (
    <Section title={t.title}>
      <Switch
        label={t.label}
        description={hasOne || isRequired ? t.text : t.firstYours}
        checked={isRequired}
        disabled={!data || change.isPending || !(hasOne || isRequired)}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
    </Section>
  );
}
