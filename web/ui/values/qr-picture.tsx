import type { Ref } from 'react';
import styles from './qr-picture.module.css';

const PIXELS = 200;

/** Dark on white in both schemes, since phones read it by that. */
export function QrPicture({ path, alt, ref }: { path: string; alt: string; ref?: Ref<HTMLImageElement> }) {
  return <img ref={ref} className={styles.qr} src={path} alt={alt} width={PIXELS} height={PIXELS} />;
}
