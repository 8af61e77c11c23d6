// Which files an application is built into. Left alone, whatever two pages share becomes a file of its own: the list of
// transactions came in ninety, most of them smaller than the question for them.
import path from 'node:path';

const PAGE = /\.page\.tsx$/;
/** What so many pages need comes with the first of them. */
const MANY_PAGES = 4;
/** Lists everything that a package has. What a module imports from it is known by name alone. */
const BARREL = /\/@mantine\/(core|hooks)\/esm\/index\.mjs$/;

/**
 * How an application is divided into files, by the two files that it starts with: who logs in waits for the first,
 * everybody else needs both.
 */
export function appChunks(entrance, frame) {
  let homes;
  const name = (id, graph) => {
    homes ??= findHomes(entrance, frame, (asked) => graph.getModuleInfo(asked));
    return homes.get(id) ?? null;
  };
  // Each home holds what its modules import already: taking along all that they might would bring unused parts.
  return { includeDependenciesRecursively: false, groups: [{ name, debugName: 'app' }] };
}

/** The name of the file that each module goes into; what is not in it stays where it is used. */
function findHomes(entranceFile, frameFile, infoOf) {
  const [entrance, frame] = [entranceFile, frameFile].map((file) => closureOf(file, infoOf));
  const homes = new Map();
  for (const id of frame) homes.set(id, entrance.has(id) ? 'entrance' : 'frame');
  const uses = new Map();
  for (const page of pagesOf(frame, infoOf)) {
    for (const id of closureOf(page, infoOf)) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  for (const [id, count] of uses)
    if (count >= MANY_PAGES && !frame.has(id) && !entrance.has(id)) homes.set(id, 'pages');
  homes.delete(frameFile);
  return homes;
}

function pagesOf(frame, infoOf) {
  const lazy = [...frame].flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? []);
  return [...new Set(lazy)].filter((id) => PAGE.test(id));
}

/** Everything that comes with a module without being asked for apart. */
function closureOf(start, infoOf, found = new Set()) {
  if (found.has(start)) return found;
  found.add(start);
  for (const id of importsOf(start, infoOf)) closureOf(id, infoOf, found);
  return found;
}

function importsOf(id, infoOf) {
  const { importedIds = [], code } = infoOf(id) ?? {};
  if (!importedIds.some((imported) => BARREL.test(imported))) return importedIds;
  const names = new Set([...code.matchAll(/import \{([^}]*)\}/g)].flatMap(([, list]) => list.match(/\w+/g)));
  return importedIds.flatMap((imported) =>
    BARREL.test(imported) ? infoOf(imported).importedIds.filter((file) => names.has(nameIn(file))) : [imported],
  );
}

/** `use-debounced-value.mjs` holds `useDebouncedValue`, `Button.mjs` a `Button`. */
function nameIn(file) {
  return path.basename(file, '.mjs').replaceAll(/-(\w)/g, (_match, letter) => letter.toUpperCase());
}
