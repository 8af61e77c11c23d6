// Paths in Markdown that lead nowhere: a reader follows them, and nothing else would notice that a file has moved.
// `npm run tidy` asks for them.
import path from 'node:path';

const FOLDERS = ['src', 'test', 'tools', 'web', 'docs', 'db', 'bench', 'packages', 'deploy', 'examples', 'ops'];
/** From the root, in code, links and sentences alike; an address or a path of another kind goes on to the left. */
const PATH = new RegExp(`(?<![\\w./@-])(?:${FOLDERS.join('|')})/[^\\s\`'"()[\\]|,;]*`, 'g');
/** A source file by the end of its path, such as `orders/create-payment.ts`. */
const SOURCE_NAME = /(?<=`)[\w./-]+\.(?:tsx?|mjs|sh)(?=`)/g;
/** Stands for a name that a reader chooses, or for many: only the folder before it can be looked up. */
const PLACEHOLDER = /[<>…*{}$]|NNNN/;

/** Names of no file of ours, each with its reason. */
const ALLOWED = new Set([
  // The form of a name.
  'verb-noun.ts',
  // The reader of the guide to webhooks saves it.
  'plain.mjs',
]);

/** For a tree of these files: finds, in the text of one of them, what is not there. */
export function deadPathFinder(files) {
  const there = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  const endings = new Set(files.flatMap(endingsOf));
  const isThere = (name, from) => [name, path.posix.join(from, name)].some((one) => there.has(one));
  return (file, text) => {
    const isDead = (name) => !isThere(name, path.posix.dirname(file));
    return text.split('\n').flatMap((line, index) => {
      const dead = [
        ...(line.match(PATH) ?? []).map(lookedUp).filter(isDead),
        ...(line.match(SOURCE_NAME) ?? []).filter((name) => !endings.has(name) && !ALLOWED.has(name)),
      ];
      return [...new Set(dead)].map((name) => `${file}:${index + 1}: dead-path: there is no ${name}`);
    });
  };
}

/** What must be there, of a path as it is written: no full stop, no anchor, and nothing from a placeholder on. */
function lookedUp(written) {
  const [name] = written.split('#');
  const placeholder = name.search(PLACEHOLDER);
  const known = placeholder < 0 ? name.replace(/[.:]+$/, '') : name.slice(0, name.lastIndexOf('/', placeholder));
  return known.replace(/\/$/, '');
}

function foldersOf(file) {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** `a/b/c.ts`, `b/c.ts` and `c.ts`. */
function endingsOf(file) {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}
