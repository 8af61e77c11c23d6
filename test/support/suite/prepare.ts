import { relative, sep } from 'node:path';
import type { TestProject } from 'vitest/node';
import build from '../processes/build.ts';
import startCluster from '../processes/cluster.ts';
import { needsOf } from './needs.ts';

/** Builds and starts what the files of this run need: a run of some files does no more than those need. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { config, state } = project.vitest;
  const chosen = state.getPaths().map((file) => relative(config.root, file).split(sep).join('/'));
  const needs = new Set(needsOf(chosen).values());
  const isBuildNeeded = needs.has('service') || needs.has('process');
  const isDatabaseNeeded = isBuildNeeded || needs.has('database');
  const [stop] = await Promise.all([
    isDatabaseNeeded ? startCluster(project) : () => Promise.resolve(),
    isBuildNeeded ? build() : null,
  ]);
  return stop;
}
