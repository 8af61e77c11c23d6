import { Worker } from 'node:worker_threads';
import { CertificateError, type CertificateProblem } from './certificate-error.ts';
import type { Pkcs12Content } from './read-pkcs12.ts';

/** What the thread answers. */
export type OpenedPkcs12 = { content: Pkcs12Content } | { problem: CertificateProblem; message: string };

/** Always the compiled thread, also when the sources run: a thread cannot load TypeScript on every Node we support. */
const THREAD = new URL('../../../../dist/rails/acquirers/certificates/pkcs12-thread.js', import.meta.url);
/** The files of banks take well below a second. */
const TIME_LIMIT_MS = 10_000;
const MAX_THREAD_MEGABYTES = 128;

/**
 * As `readPkcs12`, in a thread of its own: such a file says itself how often its key is derived, and one that says a
 * thousand million times would stop the whole process.
 */
export async function openPkcs12Apart(
  bytes: Uint8Array,
  password: string,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Pkcs12Content> {
  const thread = new Worker(THREAD, {
    execArgv: [],
    workerData: { bytes, password },
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES },
  });
  const cannot = new CertificateError('not_pkcs12', 'the PKCS#12 file cannot be opened in time');
  let timer: NodeJS.Timeout | undefined;
  try {
    const opened = await new Promise<OpenedPkcs12>((resolve, reject) => {
      timer = setTimeout(() => reject(cannot), timeLimitMs);
      thread.once('message', resolve);
      // Out of memory, or ended before it said anything.
      thread.once('error', () => reject(cannot));
      thread.once('exit', () => reject(cannot));
    });
    if ('content' in opened) return opened.content;
    throw new CertificateError(opened.problem, opened.message);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
