// Goal: a release has one version wherever people meet it. Method: the files that name it are read.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, ROOT), 'utf8');
const { version } = JSON.parse(textOf('package.json')) as { version: string };

it('what changed is told of this version first, below what is not released', () => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, name]) => name);
  expect(headings.filter((name) => name !== 'Unreleased')[0]).toBe(version);
});

it('the lock file and the images have it', () => {
  const lock = JSON.parse(textOf('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  const manifests = readdirSync(new URL('deploy/kubernetes/', ROOT)).map((name) => textOf(`deploy/kubernetes/${name}`));
  const images = manifests.flatMap((text) => [...text.matchAll(/image: \S+\/vintem:(\S+)/g)].map(([, tag]) => tag));
  expect(images.length).toBeGreaterThan(2);
  expect(new Set(images)).toEqual(new Set([version]));
});
