// Builds web/ into dist/web, unless what is there was made from exactly the same files. `npm start` and `npm test` run
// it each time.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { dashboardChunks } from './support/web-chunks.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = path.join(ROOT, 'web');
const OUT = path.join(ROOT, 'dist/web');
const STAMP = path.join(OUT, 'stamp.json');

/** One build each, with files of its own under an address of its own. */
const PARTS = [
  {
    name: 'pay',
    base: '/pay/',
    entries: { pay: 'pay/pay.ts', 'link-form': 'pay/link-form.ts' },
    // Every browser that a bank's app needs to run anyway.
    build: { target: ['es2020', 'chrome87', 'firefox88', 'safari14'] },
  },
  {
    name: 'dashboard',
    base: '/dashboard/',
    entries: { dashboard: 'index.html' },
    // One file of styles: those of a component override those of another by their order.
    build: { target: 'baseline-widely-available', cssCodeSplit: false },
    html: { cspNonce: '__CSP_NONCE__' },
    output: { codeSplitting: dashboardChunks(WEB) },
  },
  {
    name: 'docs',
    base: '/docs/',
    entries: { docs: 'docs/index.html' },
    // The reference is one package in one file, minified by its makers: it is as large as it is.
    build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 2_000 },
  },
];

/** What a build depends on beside its sources. */
const OWN_FILES = ['package-lock.json', 'tools/build-web.mjs', 'tools/support/web-chunks.mjs'];
const KEPT_MS = 3 * 24 * 3_600_000;
/** Below this the headers cost more than what is saved. */
const MIN_COMPRESSED_BYTES = 200;

if (isFresh()) process.exit(0);
console.log('web: building the pages; the next start finds them built');
const started = performance.now();
const sources = await build();
console.log(`web: built in ${((performance.now() - started) / 1_000).toFixed(1)} s from ${sources.length} files`);

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const { imported, hash } = JSON.parse(readFileSync(STAMP, 'utf8'));
  return hash === hashOf(imported);
}

/**
 * Over everything that a build depends on: the web, its packages, this tool, and what was imported from outside of the
 * web.
 */
function hashOf(imported) {
  const own = readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path.join(entry.parentPath, entry.name)));
  const hash = createHash('sha256');
  for (const file of [...own, ...imported, ...OWN_FILES].sort()) {
    hash.update(`${file}\0`);
    // A file that is gone counts as empty: the build says what is wrong, in words.
    hash.update(existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file)) : '');
  }
  return hash.digest('hex');
}

function relative(file) {
  return path.relative(ROOT, file).split(path.sep).join('/');
}

/** Into a folder of its own, which takes the place of the old one whole: no process ever finds half of a build. */
async function build() {
  const folder = `${OUT}.${process.pid}`;
  try {
    const imported = new Set();
    for (const part of PARTS)
      for (const file of await buildPart(part, path.join(folder, part.name))) imported.add(file);
    const outside = [...imported].filter((file) => !file.startsWith('web/')).sort();
    for (const part of PARTS) await compressAll(path.join(folder, part.name, 'assets'));
    writeFileSync(path.join(folder, 'stamp.json'), JSON.stringify({ hash: hashOf(outside), imported: outside }));
    replace(folder);
    return [...imported];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A process that is running serves its page with the files that it named at its start: those of the last days stay
 * beside the new ones. Their names hold what is in them, so none is taken for another.
 */
function keepRecentFiles(folder) {
  for (const { name } of PARTS) {
    const from = path.join(OUT, name, 'assets');
    if (!existsSync(from)) continue;
    cpSync(from, path.join(folder, name, 'assets'), {
      recursive: true,
      force: false,
      preserveTimestamps: true,
      filter: (file) => file === from || Date.now() - statSync(file).mtimeMs < KEPT_MS,
    });
  }
}

function replace(folder) {
  keepRecentFiles(folder);
  const old = `${folder}.old`;
  if (existsSync(OUT)) renameSync(OUT, old);
  renameSync(folder, OUT);
  rmSync(old, { recursive: true, force: true });
}

/** Answers which of our own files went into it. */
async function buildPart({ base, entries, build: options, html = {}, output = {} }, outDir) {
  const { build: viteBuild } = await import('vite');
  const bundles = await viteBuild({
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
  const chunks = [bundles].flat().flatMap((bundle) => bundle.output);
  return chunks
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .map(relative)
    .filter((file) => !file.startsWith('..') && !file.includes('node_modules') && !file.includes('\0'));
}

async function compressAll(folder) {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    if (content.length < MIN_COMPRESSED_BYTES) continue;
    writeFileSync(
      `${file}.br`,
      await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    );
    writeFileSync(`${file}.gz`, await gz(content, { level: 9 }));
  }
}
