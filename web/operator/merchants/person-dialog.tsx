import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { SecretOnce } from '../../ui/forms/secret-once.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { usePartTexts } from '../parts/parts.texts.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import type { LinkOnce, Person } from './merchants.queries.ts';
import { useMerchantTexts } from './merchants.texts.ts';

export type PersonAct = 'reveal' | 'reset-link' | 'end-sessions' | 'remove-second-factor';

interface PersonDialogProps {
  act: PersonAct;
  person: Person;
  onRevealed: (found: { name: string; email: string }) => void;
  onClose: () => void;
}

/** What is done for somebody who cannot help themselves. Import it lazily: it brings the parts that float. */
export function PersonDialog({ act, person, onRevealed, onClose }: PersonDialogProps) {
  const { users: t } = useMerchantTexts();
  const { linkText } = usePartTexts();
  const client = useQueryClient();
  const [link, setLink] = useState<LinkOnce | null>(null);
  if (link) return <SecretOnce title={t.made} text={linkText} secret={link.url} onClose={onClose} />;
  const words = {
    reveal: [t.reveal, t.revealText],
    'reset-link': [t.resetLink, t.resetText],
    'end-sessions': [t.endSessions, t.endText],
    'remove-second-factor': [t.removeFactor, t.removeText],
  } as const;
  const [title, text] = words[act];
  const run = async (reason: string) => {
    const path = `/people/${person.id}/${act}`;
    const options = { method: 'POST', body: { reason } } as const;
    if (act === 'reset-link') return setLink(await call<LinkOnce>(path, options));
    if (act === 'reveal') {
      const { name, email } = await call<{ name: string; email: string }>(path, options);
      onRevealed({ name, email });
    } else {
      await call(path, options);
      toast(act === 'end-sessions' ? t.ended : t.removed);
      void client.invalidateQueries({ queryKey: ['merchants'] });
    }
    onClose();
  };
  return (
    <ReasonDialog
      title={title}
      action={title}
      isDestructive={act === 'remove-second-factor'}
      onConfirm={run}
      onClose={onClose}
      staysOpen
    >
      <p>{person.name}</p>
      <p>{text}</p>
    </ReasonDialog>
  );
}
