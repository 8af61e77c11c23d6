// Fails when an import crosses one of the walls of .dependency-cruiser.cjs, when one of their patterns matches no file,
// when an import goes up the storeys of src/ or a file stands in none of them, or when rooms form a circle.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { depthOf, roomOf } from './storeys.mjs';
import { idlePatterns } from './wall-patterns.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Without a TypeScript compiler that it understands, dependency-cruiser finds no modules and reports no violations. */
const MIN_MODULES = 50;
const OTHERS = ['web', 'packages/client/src', 'packages/medusa/src', 'examples'];
const WHY_DOWN = 'what is below knows nothing of what is above: see the map of ARCHITECTURE.md';
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
  ...homeless(modules),
  ...upwards(modules),
  ...roomCircles(modules),
];
for (const problem of problems) console.error(problem);
console.log(
  `walls: ${modules.length} modules, ${options.ruleSet.forbidden.length + 3} walls, ${problems.length} crossed`,
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

function homeless(found) {
  return found
    .filter(({ source }) => depthOf(source) === undefined)
    .map(({ source }) => `no-storey: ${source} stands in no storey of tools/check/storeys.mjs`);
}

/** What is below can be read without what is above. */
function upwards(found) {
  return found.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => depthOf(resolved) < depthOf(source))
      .map(({ resolved }) => `no-import-goes-up: ${source} -> ${resolved}\n  ${WHY_DOWN}`),
  );
}

/** When two rooms need each other, neither can be read alone. Files beside the rooms belong to none. */
function roomCircles(found) {
  const edges = new Map();
  for (const module of found) {
    for (const dependency of module.dependencies) {
      const [from, to] = [roomOf(module.source), roomOf(dependency.resolved)];
      if (!from || !to || from === to) continue;
      if (!edges.has(from)) edges.set(from, new Map());
      if (!edges.get(from).has(to)) edges.get(from).set(to, `${module.source} -> ${dependency.resolved}`);
    }
  }
  return circlesIn(edges).map((circle) => {
    const steps = circle.map((room, index) => `  ${edges.get(room).get(circle[(index + 1) % circle.length])}`);
    return `no-circles-of-rooms: ${[...circle, circle[0]].join(' -> ')}\n${steps.join('\n')}`;
  });
}

/** The shortest circle through each room; each circle is reported once. */
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
