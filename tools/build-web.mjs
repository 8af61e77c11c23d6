// Builds web/ into dist/web, each part only where what is there was not made from exactly the same files.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  BuildError,
  filesBelow,
  forgetOldFiles,
  hashOf,
  hashOfAll,
  publish,
  ROOT,
  readStamp,
  relative,
  withDraft,
  writeStamp,
} from './support/made-files.mjs';
import { appChunks } from './support/web-chunks.mjs';

const WEB = path.join(ROOT, 'web');
/** A step smaller at the end costs twenty times as long: 8 s of a first start, for a twentieth of the bytes. */
const QUICK_BROTLI = 8;

/** What the dashboard and the console, each an application of many pages, are built like. */
function ofApp(entrance, frame) {
  return {
    // One file of styles: those of a component override those of another by their order.
    build: { target: 'baseline-widely-available', cssCodeSplit: false },
    html: { cspNonce: '__CSP_NONCE__' },
    output: { codeSplitting: appChunks(path.join(WEB, entrance), path.join(WEB, frame)) },
    brotli: QUICK_BROTLI,
  };
}

/** One build each, with files of its own under an address of its own. */
const PARTS = [
  {
    name: 'pay',
    base: '/pay/',
    sources: /^web\/pay\//,
    entries: { pay: 'pay/pay.ts', 'link-form': 'pay/link-form.ts' },
    // Every browser that a bank's app needs to run anyway.
    build: { target: ['es2020', 'chrome87', 'firefox88', 'safari14'] },
    // Strangers open it once, on a phone, and it is small.
    brotli: constants.BROTLI_MAX_QUALITY,
  },
  {
    name: 'dashboard',
    base: '/dashboard/',
    sources: /^web\/(?!pay\/|docs\/|operator\/)/,
    entries: { dashboard: 'index.html' },
    ...ofApp('login/start-login.tsx', 'app/start-app.ts'),
  },
  {
    name: 'operator',
    base: '/operator/',
    sources: /^web\/(operator|ui|api|i18n)\//,
    entries: { operator: 'operator/index.html' },
    ...ofApp('operator/login/start-login.tsx', 'operator/app/start-app.ts'),
  },
  {
    name: 'docs',
    base: '/docs/',
    sources: /^web\/docs\//,
    entries: { docs: 'docs/index.html' },
    // The reference is one package in one file, minified by its makers: it is as large as it is.
    build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 2_000 },
    brotli: QUICK_BROTLI,
  },
];

/** What every part depends on: these, and what lies in web/ itself. */
const OWN_FILES = ['package-lock.json', 'tools/build-web.mjs', 'tools/support/web-chunks.mjs'];
const SHARED = /^web\/[^/]+$/;
const LICENCES = 'licences.md';
/** At the head of a file of ours that holds somebody else's work. */
const NOTICE = /^\/\*!\n(?: \* @license .*\n)(?: \*.*\n)+? \*\//;
/** Below this the headers cost more than what is saved. */
const MIN_COMPRESSED_BYTES = 200;

export async function buildWeb(say) {
  const stale = PARTS.filter((part) => !isFresh(part));
  if (stale.length === 0) return;
  say(`web: building ${stale.map(({ name }) => name).join(', ')}`);
  await withDraft('web', async (draft) => {
    const vite = await import('vite').catch((error) => {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
      throw new BuildError('what builds the pages is not installed');
    });
    // Taken before anything is read: what is changed meanwhile is built again the next time.
    const hashes = new Map(
      [...OWN_FILES, ...filesBelow('web'), ...filesBelow('src')].map((file) => [file, hashOf(file)]),
    );
    for (const part of stale) {
      await makePart(part, vite, hashes, path.join(draft, part.name));
      say(`web: built ${part.name}`);
    }
  });
}

function stampOf({ name }) {
  return `dist/web/${name}/stamp.json`;
}

function isFresh(part) {
  const stamp = readStamp(stampOf(part));
  return (
    stamp !== null && stamp.sources === sourcesHash(part, stamp.imported) && stamp.content === hashOfAll(stamp.made)
  );
}

function sourcesHash({ sources }, imported, hashOfOne = hashOf) {
  const own = filesBelow('web').filter((file) => sources.test(file) || SHARED.test(file));
  return hashOfAll([...own, ...imported, ...OWN_FILES], hashOfOne);
}

async function makePart(part, vite, hashes, draft) {
  const imported = await bundle(part, vite, draft);
  addNotices(imported, path.join(draft, LICENCES));
  const sources = sourcesHash(part, imported, (file) => hashes.get(file));
  await compressAll(path.join(draft, 'assets'), part.brotli);
  const before = readStamp(stampOf(part))?.made ?? [];
  const made = readdirSync(draft, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(draft, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .map((file) => `dist/web/${part.name}/${file}`);
  publish(draft, `dist/web/${part.name}`, (file) => !file.startsWith('assets'));
  forgetOldFiles(`dist/web/${part.name}/assets`, before, made);
  writeStamp(stampOf(part), { sources, imported, made, content: hashOfAll(made) });
}

/** The bundler lists packages; minified, a file of ours loses the notice that it must keep. */
function addNotices(imported, licences) {
  for (const file of imported) {
    const [notice] = NOTICE.exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
    if (!notice) continue;
    const text = notice
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replace(/^ \* ?(@license )?/, ''));
    appendFileSync(licences, `\n## ${text.join('\n')}\n`);
  }
}

/** Answers which of our own files went into it. */
async function bundle({ base, entries, build: options, html = {}, output = {} }, vite, outDir) {
  const bundles = await vite.build({
    root: WEB,
    base,
    configFile: false,
    logLevel: 'warn',
    html,
    build: {
      ...options,
      outDir,
      emptyOutDir: true,
      manifest: 'manifest.json',
      // Its packages are no part of what is installed where the service runs.
      license: { fileName: LICENCES },
      // Nothing inlined: the policy of the pages allows files of ours and nothing else.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output,
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(WEB, file)])),
        // On a busy machine it would tell whoever starts the service for the first time how slow its plugins are.
        checks: { bundlerTimings: false },
        // Packages mark what runs in a browser for those who also render on a server. We do not.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      },
    },
  });
  const chunks = [bundles].flat().flatMap((made) => made.output);
  return [...new Set(chunks.flatMap(({ moduleIds = [] }) => moduleIds).map(relative))]
    .filter((file) => !file.startsWith('..') && !file.includes('node_modules') && !file.includes('\0'))
    .sort();
}

/** As many at once as there are threads for it. */
async function compressAll(folder, quality) {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const compress = async (name) => {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    if (content.length < MIN_COMPRESSED_BYTES) return;
    const [small, smaller] = await Promise.all([gz(content, { level: 9 }), brotli(content, { params })]);
    writeFileSync(`${file}.gz`, small);
    writeFileSync(`${file}.br`, smaller);
  };
  await Promise.all(readdirSync(folder).map(compress));
}
