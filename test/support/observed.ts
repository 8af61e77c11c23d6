import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDocument } from '../../tools/support/described.mjs';

/** The environment variable that tells workers where they write which operations succeeded. */
export const OBSERVED_FOLDER = 'VINTEM_TEST_OBSERVED';

/** Operations of the document that no test of the run has seen succeed. */
export function neverObserved(): string[] {
  const folder = process.env[OBSERVED_FOLDER];
  if (!folder) return [];
  const observed = new Set(readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')));
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  return openDocument(document)
    .operations.map(({ key }) => key)
    .filter((key) => !observed.has(key));
}
