// Fails when an import crosses one of the walls of .dependency-cruiser.cjs, when one of their patterns matches no file,
// or when top-level folders of src/ form a circle.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { idlePatterns } from './wall-patterns.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Without a TypeScript compiler that it understands, dependency-cruiser finds no modules and reports no violations. */
const MIN_MODULES = 50;
const OTHERS = ['web', 'packages/client/src', 'examples'];
const TEST_CODE = /\.(test|contract)\.ts$/;

process.chdir(ROOT);
const options = await extractDepcruiseOptions(path.join(ROOT, '.dependency-cruiser.cjs'));
const { output } = await cruise(
  ['src', ...OTHERS],
  options,
  {},
  { tsConfig: extractTSConfig(path.join(ROOT, 'tsconfig.json')) },
);
const modules = output.modules.filter((module) => module.source.startsWith('src/') && !TEST_CODE.test(module.source));
const problems = [
  ...tooFew(modules),
  ...OTHERS.flatMap((folder) => unread(folder, output)),
  ...idleWalls(output),
  ...crossings(output),
  ...folderCircles(modules),
];
for (const problem of problems) console.error(problem);
console.log(
  `walls: ${modules.length} modules, ${options.ruleSet.forbidden.length + 1} walls, ${problems.length} crossed`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function tooFew(found) {
  if (found.length >= MIN_MODULES) return [];
  return [`only ${found.length} modules of src/ were read, fewer than ${MIN_MODULES}: the walls were not checked`];
}

function unread(folder, { modules: all }) {
  return all.some(({ source }) => source.startsWith(`${folder}/`))
    ? []
    : [`no module of ${folder}/ was read: its walls were not checked`];
}

function idleWalls({ modules: all }) {
  const files = all.map(({ source }) => source).filter((source) => source.startsWith('src/'));
  return idlePatterns(options.ruleSet.forbidden, files).map(
    ({ wall, reading }) => `${wall}: ${reading} matches no file of src/`,
  );
}

function crossings({ summary }) {
  const comments = new Map(options.ruleSet.forbidden.map((rule) => [rule.name, rule.comment]));
  return summary.violations.map(({ from, to, rule, cycle }) => {
    const way = cycle ? [from, ...cycle.map((step) => step.name)].join(' -> ') : `${from} -> ${to}`;
    return `${rule.name}: ${way}\n  ${comments.get(rule.name)}`;
  });
}

/** When two folders need each other, neither can be read alone. Files directly in src/ belong to no folder. */
function folderCircles(found) {
  const edges = new Map();
  for (const module of found) {
    for (const dependency of module.dependencies) {
      const [from, to] = [folderOf(module.source), folderOf(dependency.resolved)];
      if (!from || !to || from === to) continue;
      if (!edges.has(from)) edges.set(from, new Map());
      if (!edges.get(from).has(to)) edges.get(from).set(to, `${module.source} -> ${dependency.resolved}`);
    }
  }
  return circlesIn(edges).map((circle) => {
    const steps = circle.map((folder, index) => `  ${edges.get(folder).get(circle[(index + 1) % circle.length])}`);
    return `no-circles-of-folders: ${[...circle, circle[0]].join(' -> ')}\n${steps.join('\n')}`;
  });
}

function folderOf(file) {
  return /^src\/([^/]+)\//.exec(file)?.[1];
}

/** The shortest circle through each folder; each circle is reported once. */
function circlesIn(edges) {
  const circles = new Map();
  for (const start of [...edges.keys()].sort()) {
    const circle = shortestCircle(edges, start);
    const key = circle && [...circle].sort().join(' ');
    if (circle && !circles.has(key)) circles.set(key, circle);
  }
  return [...circles.values()];
}

function shortestCircle(edges, start) {
  const queue = [[start]];
  const seen = new Set();
  for (let way = queue.shift(); way; way = queue.shift()) {
    for (const next of edges.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  }
  return null;
}
