// Puts what is compiled for this machine beside the compiled service. The makers of such a package list one for each
// platform as optional, and an installation without optional packages (which leaves out the embedded PostgreSQL, most
// of the weight) would have none. Node looks into dist/node_modules first; where dist/ was built on another platform,
// it goes on to what is installed.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, hashOf, publish, ROOT, withDraft } from './support/made-files.mjs';

const NATIVE = '@node-rs/argon2';
const placeOf = (name) => `node_modules/${name}`;

export async function bringNatives() {
  const about = path.join(ROOT, placeOf(NATIVE), 'package.json');
  if (!existsSync(about)) return;
  const { optionalDependencies } = JSON.parse(readFileSync(about, 'utf8'));
  const installed = Object.keys(optionalDependencies).filter((name) => existsSync(path.join(ROOT, placeOf(name))));
  // Without them there is nothing to bring, and what was brought before stays.
  if (installed.length === 0) return;
  const missing = [NATIVE, ...installed].filter((name) => !isBrought(name));
  if (missing.length === 0) return;
  await withDraft('natives', (draft) => {
    for (const name of missing) cpSync(path.join(ROOT, placeOf(name)), path.join(draft, name), { recursive: true });
    publish(draft, 'dist/node_modules');
  });
}

function isBrought(name) {
  return filesBelow(placeOf(name)).every((file) => hashOf(file) === hashOf(`dist/${file}`));
}
