import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BankIdentities, createIdentities } from '../../../src/rails/fake-bank/start-fake-bank.ts';

const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/test-identities.json', import.meta.url));
/** A small part of what a certificate lasts. */
const KEPT_MS = 7 * 86_400_000;
/** Of an account that a test did not give another one. */
const CLIENT_ID = 'vintem-test';

let identities: Promise<BankIdentities> | null = null;

/**
 * By which fake banks are known. Drawing their keys takes two seconds of a processor, more than most tests that need
 * them: all banks of all tests have the same, kept from one run to the next.
 */
export function bankIdentities(): Promise<BankIdentities> {
  identities ??= takeKept() ?? makeAndKeep();
  return identities;
}

function takeKept(): Promise<BankIdentities> | null {
  try {
    if (Date.now() - statSync(KEPT).mtimeMs > KEPT_MS) return null;
    return Promise.resolve(JSON.parse(readFileSync(KEPT, 'utf8')) as BankIdentities);
  } catch {
    return null;
  }
}

async function makeAndKeep(): Promise<BankIdentities> {
  const made = await createIdentities(CLIENT_ID);
  const draft = `${KEPT}.${process.pid}`;
  try {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(draft, JSON.stringify(made), { mode: 0o600 });
    renameSync(draft, KEPT);
  } catch {
    // Where nobody may write, nothing is kept.
  }
  return made;
}
