import styles from '../../ui/shell/frame.module.css';
import { Shell } from '../../ui/shell/shell.tsx';
import { useConsoleTexts } from './console.texts.ts';
import { useNavigation } from './navigation.ts';
import { useFoundThings } from './palette-items.ts';
import { useSession } from './session.ts';

/** The shell of the console. */
export function Frame() {
  const t = useConsoleTexts();
  const session = useSession();
  const groups = useNavigation();
  return (
    <Shell
      session={session}
      groups={groups}
      mark={t.mark}
      banner={session.mode === 'sandbox' && <SandboxStrip />}
      topic={<strong className={styles.markInBar}>{t.mark}</strong>}
      palette={{ title: t.palette.title, placeholder: t.palette.placeholder, useFound: useFoundThings }}
    />
  );
}

function SandboxStrip() {
  const { sandbox: t } = useConsoleTexts();
  return (
    <div className={styles.sandbox}>
      <strong>{t.title}</strong>
      <span>{t.text}</span>
    </div>
  );
}
