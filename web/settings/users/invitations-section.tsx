import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useFormats } from '../../i18n/formats.ts';
import styles from '../../ui/account/settings.module.css';
import { invitationsQuery } from '../../ui/account/settings.queries.ts';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { useUserTexts } from './users.texts.ts';

/** Who was invited and has not come yet. */
export function InvitationsSection() {
  const t = useUserTexts();
  const { roles } = useUiTexts();
  const { dateTime } = useFormats();
  const textOf = useErrorText();
  const client = useQueryClient();
  const { data } = useQuery(invitationsQuery);
  const withdraw = useMutation({
    mutationFn: (id: number) => call(`/invitations/${id}`, { method: 'DELETE' }),
    onSuccess: () => toast(t.withdrawn),
    onError: (error) => toast(textOf(error), { isFailure: true }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Section title={t.invitations}>
      <ul className={styles.sessions}>
        {data.data.map(({ id, email, role, expires_at }) => (
          <li key={id}>
            <div className={styles.person}>
              <span>{email}</span>
              <span className={styles.muted}>
                {roles[role]} · {t.validUntil({ time: dateTime(expires_at) })}
              </span>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t.withdrawOne({ email })}
              onClick={() => withdraw.mutate(id)}
            >
              {t.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
