/** How much of a log a failure shows: the end of it, where the reason stands. */
const LINES_KEPT = 60;

/** What is under test right now, by a name that says where it is. */
const open = new Map<string, () => string>();

/** Keeps the last lines that something under test has written. */
export function keepLog(): { write(chunk: string): void; text(): string } {
  let lines: string[] = [];
  return {
    write(chunk) {
      lines.push(chunk.trimEnd());
      if (lines.length > 2 * LINES_KEPT) lines = lines.slice(-LINES_KEPT);
    },
    text: () => lines.join('\n'),
  };
}

/** From now on a test that fails prints this log; call the answer when what wrote it is gone. */
export function showLogOnFailure(name: string, text: () => string): () => void {
  open.set(name, text);
  return () => open.delete(name);
}

export function openLogs(): string {
  return [...open]
    .map(([name, text]) => ({ name, lines: text().trimEnd().split('\n').slice(-LINES_KEPT) }))
    .filter(({ lines }) => lines.join('') !== '')
    .map(({ name, lines }) => [`--- log of ${name}`, ...lines].join('\n'))
    .join('\n');
}
