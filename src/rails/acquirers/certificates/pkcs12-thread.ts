import { parentPort, workerData } from 'node:worker_threads';
import { CertificateError } from './certificate-error.ts';
import type { OpenedPkcs12 } from './open-pkcs12-apart.ts';
import { readPkcs12 } from './read-pkcs12.ts';

/** Runs in a thread of its own: opens one file and ends. */
const { bytes, password } = workerData as { bytes: Uint8Array; password: string };
parentPort?.postMessage(opened());

function opened(): OpenedPkcs12 {
  try {
    return { content: readPkcs12(bytes, password) };
  } catch (error) {
    if (error instanceof CertificateError) return { problem: error.problem, message: error.message };
    return { problem: 'not_pkcs12', message: 'the file is not PKCS#12, or of a kind that cannot be read' };
  }
}
