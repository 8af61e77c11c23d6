import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the files of a page lie, as its HTML names them: their names change with what they hold. */
export interface WebFiles {
  script: string;
  style: string;
  icon: string;
  /** Of a page with a form, in place of the script and beside the style. */
  formScript: string;
  formStyle: string;
}

/** Beside the compiled service, whether it runs from there or from its sources. */
export const PAY_FILES = fileURLToPath(new URL('../../../dist/web/pay', import.meta.url));
/** What the names in the manifest follow upon. */
const BASE = '/pay/';
export const PAY_FILES_PATH = `${BASE}assets/`;

type Manifest = Record<string, { file: string; css?: string[] } | undefined>;

/** Read once, when the process starts. A service that could only show bare pages does not start. */
export function readWebFiles(folder: string): WebFiles {
  const manifest = readManifest(path.join(folder, 'manifest.json'));
  const pay = manifest['pay/pay.ts'];
  const icon = manifest['pay/icon.svg'];
  const form = manifest['pay/link-form.ts'];
  const [style, formStyle] = [pay?.css?.[0], form?.css?.[0]];
  if (!pay || !icon || !style || !form || !formStyle)
    throw new Error(`the web is not whole in ${folder}: npm run build makes it`);
  return {
    script: BASE + pay.file,
    style: BASE + style,
    icon: BASE + icon.file,
    formScript: BASE + form.file,
    formStyle: BASE + formStyle,
  };
}

function readManifest(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (error) {
    throw new Error(`the web is not built: npm run build makes it (${(error as Error).message})`);
  }
}
