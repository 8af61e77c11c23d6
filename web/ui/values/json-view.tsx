import { CopyButton } from './copy-text.tsx';
import styles from './json-view.module.css';

/** As it would be read by a program, to be copied whole. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className={styles.view}>
      <div className={styles.copy}>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.text} tabIndex={0} aria-label={label}>
        {text}
      </section>
    </div>
  );
}
