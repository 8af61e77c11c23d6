// Makes each program that is started by its name one file with what it needs from the beginning, and a few beside it
// that are loaded when they are needed. Loading a thousand modules one by one is most of what a start costs.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  BuildError,
  filesBelow,
  forgetOldFiles,
  hashOfAll,
  publish,
  ROOT,
  readStamp,
  relative,
  withDraft,
  writeStamp,
} from './support/made-files.mjs';
import { PROGRAMS, SHARED } from './support/programs.mjs';

const STAMP = 'dist/programs-stamp.json';
/** What the programs depend on beside their sources; the lock file names every package that goes into them. */
const SETTINGS = ['package-lock.json', 'tools/build-programs.mjs', 'tools/support/programs.mjs'];
/**
 * They bring files of their own, or are compiled for the machine: Node finds them where they are installed. So is
 * node-forge, which is asked for by `require` when somebody opens a PKCS#12 file.
 */
const LEFT_OUTSIDE = ['@node-rs/argon2', 'pdfkit', '@zxcvbn-ts/language-common'];
const SOURCE = /^src\/.*(?<!\.test|\.contract)\.ts$/;
const OWN_PLACE = /\bimport\.meta\.url\b/g;
/** How the database's driver finds out whether it runs at Cloudflare. */
const DRIVER = path.join('node_modules', 'pg', 'lib', 'stream.js');
const ASKS_BY_FETCH = "typeof Response === 'function'";
const MARK = /__placeOf\("([^"]+)"\)/g;

export async function buildPrograms(say) {
  const programs = PROGRAMS.filter((program) => existsSync(path.join(ROOT, sourceOf(program))));
  // Taken before anything is read: what is changed meanwhile is built again the next time.
  const sources = hashOfAll([...filesBelow('src').filter((file) => SOURCE.test(file)), ...SETTINGS]);
  const stamp = readStamp(STAMP);
  if (programs.length === 0) return;
  if (stamp?.sources === sources && stamp.content === hashOfAll(stamp.made)) return;
  say(`programs: bundling ${programs.length}`);
  const made = await withDraft('programs', (draft) => bundle(programs, draft));
  forgetOldFiles(`dist/${SHARED}`, stamp?.made ?? [], made);
  writeStamp(STAMP, { sources, made, content: hashOfAll(made) });
}

const sourceOf = (program) => `src/${program}.ts`;

async function bundle(programs, draft) {
  const { rolldown } = await import('rolldown').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new BuildError('what bundles the programs is not installed');
  });
  try {
    const bundled = await rolldown({
      input: Object.fromEntries(programs.map((program) => [program, path.join(ROOT, sourceOf(program))])),
      cwd: ROOT,
      platform: 'node',
      external: LEFT_OUTSIDE,
      plugins: [ownPlaces(), noOtherRuntime()],
      // Its warnings are about packages, which look for others that they can do without.
      logLevel: 'silent',
    });
    const { output } = await bundled.write({
      dir: draft,
      entryFileNames: '[name].js',
      chunkFileNames: `${SHARED}/[name]-[hash].js`,
    });
    publish(draft, 'dist', (file) => !file.startsWith(SHARED));
    return output.map(({ fileName }) => `dist/${fileName}`).sort();
  } catch (error) {
    throw new BuildError(`src/ cannot be bundled: ${stripVTControlCharacters(error.message)}`);
  }
}

/** A module finds files by the way from its own place, and keeps that place in whichever file it ends up. */
function ownPlaces() {
  return {
    name: 'own-places',
    transform(code, id) {
      if (!id.startsWith(path.join(ROOT, 'src')) || !code.includes('import.meta.url')) return null;
      const place = relative(id).replace(/^src\/(.*)\.ts$/, '$1.js');
      return code.replaceAll(OWN_PLACE, `__placeOf("${place}")`);
    },
    renderChunk(code, { fileName }) {
      const way = (place) => path.posix.relative(path.posix.dirname(fileName), place);
      return code.replaceAll(MARK, (_, place) => `new URL("${way(place)}", import.meta.url).href`);
    },
  };
}

/** Until Node 21 the driver asks by a `Response`, for which Node loads all of its `fetch`. */
function noOtherRuntime() {
  return {
    name: 'no-other-runtime',
    transform(code, id) {
      if (!id.endsWith(DRIVER)) return null;
      if (!code.includes(ASKS_BY_FETCH)) throw new Error('pg asks in another way where it runs: is this still needed?');
      return code.replace(ASKS_BY_FETCH, 'false');
    },
  };
}
