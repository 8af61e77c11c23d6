import { Modal } from '@mantine/core';
import { useMaybeSession } from '../../api/logged-in.ts';
import { useLoginTexts } from '../entrance/login.texts.ts';
import { LoginForm } from '../entrance/login-form.tsx';

export function LoginDialog({ onLoggedIn }: { onLoggedIn: () => void }) {
  const t = useLoginTexts();
  const session = useMaybeSession();
  return (
    <Modal opened onClose={() => {}} title={t.again} withCloseButton={false} closeOnEscape={false} zIndex={1000}>
      <p>{t.againText}</p>
      <LoginForm email={session?.user.email ?? ''} hasDemo={false} onLoggedIn={onLoggedIn} />
    </Modal>
  );
}
