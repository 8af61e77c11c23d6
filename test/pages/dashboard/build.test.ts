import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const KB = 1_000;

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

/** The two applications, each with the page that most people open first. */
const APPS = [
  {
    name: 'dashboard',
    page: 'index.html',
    entrance: 'login/start-login.tsx',
    frame: 'app/start-app.ts',
    list: 'payments/transactions.page.tsx',
    max: { listJs: 200 * KB, css: 30 * KB, loginJs: 125 * KB, lazyChunk: 60 * KB },
  },
  {
    name: 'operator',
    page: 'operator/index.html',
    entrance: 'operator/login/start-login.tsx',
    frame: 'operator/app/start-app.ts',
    list: 'operator/merchants/merchants.page.tsx',
    max: { listJs: 190 * KB, css: 30 * KB, loginJs: 125 * KB, lazyChunk: 40 * KB },
  },
];

describe.each(APPS)('the $name', ({ name, page, entrance, frame, list, max }) => {
  const folder = fileURLToPath(new URL(`../../../dist/web/${name}`, import.meta.url));
  const assets = path.join(folder, 'assets');
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const gzipped = (file: string) => readFileSync(path.join(folder, `${file}.gz`)).length;

  /** What comes with these, without anybody asking for more. */
  function withImports(entries: readonly string[]): Set<string> {
    const found = new Set<string>();
    const visit = (name: string) => {
      if (found.has(name)) return;
      const chunk = manifest[name];
      if (!chunk) throw new Error(`${name} is not in the build`);
      found.add(name);
      for (const imported of chunk.imports ?? []) visit(imported);
    };
    for (const entry of entries) visit(entry);
    return found;
  }

  /** Files below the smallest that is worth compressing are left as they are. */
  const weightOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => {
      const { file } = manifest[name] as Chunk;
      return sum + (readdirSync(assets).includes(path.basename(`${file}.gz`)) ? gzipped(file) : 200);
    }, 0);

  /** What this build made; files of the days before may stand beside them. */
  const built = [...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))].map((file) =>
    path.basename(file),
  );
  const styles = built.filter((name) => name.endsWith('.css'));
  const scripts = built.filter((name) => name.endsWith('.js'));

  describe('weighs little, compressed', () => {
    it('with the list that is opened most', () => {
      const names = withImports([page, frame, list]);
      expect(weightOf(names)).toBeGreaterThan(100 * KB);
      expect(weightOf(names)).toBeLessThanOrEqual(max.listJs);
    });

    it('at the login', () => {
      expect(weightOf(withImports([page, entrance]))).toBeLessThanOrEqual(max.loginJs);
    });

    it('in its styles, which are one file', () => {
      expect(styles).toHaveLength(1);
      expect(gzipped(`assets/${styles[0]}`)).toBeLessThanOrEqual(max.css);
    });

    it('in everything that is fetched later, piece by piece', () => {
      const first = withImports([page, frame, entrance]);
      for (const [name, { file }] of Object.entries(manifest)) {
        if (first.has(name) || !file.endsWith('.js')) continue;
        expect([name, weightOf([name]) <= max.lazyChunk]).toEqual([name, true]);
      }
    });
  });

  describe('is built so that it', () => {
    const css = readFileSync(path.join(assets, styles[0] as string), 'utf8');
    const everyStyle = readFileSync(
      fileURLToPath(new URL('../../../node_modules/@mantine/core/styles.css', import.meta.url)),
      'utf8',
    );

    it('has the styles of every component that it uses', () => {
      const used = new Set(
        scripts.flatMap((name) => readFileSync(path.join(assets, name), 'utf8').match(/\bm_[0-9a-f]{6,}\b/g) ?? []),
      );
      const missing = [...used].filter((name) => everyStyle.includes(`.${name}`) && !css.includes(`.${name}`));
      expect(used.size).toBeGreaterThan(50);
      expect(missing).toEqual([]);
    });

    it('comes with the licences of what it is made of, the drawings in our own files too', () => {
      const licences = readFileSync(path.join(folder, 'licences.md'), 'utf8');
      for (const work of ['react', '@mantine/core', 'Tabler Icons']) expect(licences).toContain(work);
      expect(licences).toContain('Permission is hereby granted');
    });

    it('asks nobody else for anything', () => {
      expect(css).not.toMatch(/url\(\s*['"]?(https?:|\/\/|data:)/);
      const addresses = scripts.flatMap(
        (name) => readFileSync(path.join(assets, name), 'utf8').match(/https?:\/\/[\w.-]+/g) ?? [],
      );
      // Namespaces of SVG and XML, texts of error messages, and where a person sends a link to.
      const known = /w3\.org|react\.dev|tanstack\.com|mantine\.dev|wa\.me|localhost|github\.com|radix-ui|n\b/;
      expect([...new Set(addresses)].filter((address) => !known.test(address))).toEqual([]);
    });
  });
});
