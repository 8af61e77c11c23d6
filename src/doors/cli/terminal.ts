/** Where a command prints while it works. */
export interface Terminal {
  /** Prints a part of the result now; with --json as a line of its own. */
  print(part: { lines: readonly string[]; json: unknown }): void;
  /** Says how far long work has come, in a line that the next one replaces; only where a person watches. */
  progress(text: string): void;
  /** Takes the line of progress away. */
  clear(): void;
}

const BACK_AND_ERASE = '\r\u001b[K';

export function openTerminal(isJson: boolean, { stdout, stderr } = process): Terminal {
  let isShown = false;
  const clear = () => {
    if (isShown) stderr.write(BACK_AND_ERASE);
    isShown = false;
  };
  return {
    clear,
    print({ lines, json }) {
      clear();
      stdout.write(isJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(''));
    },
    progress(text) {
      if (!stderr.isTTY) return;
      // A line that wraps cannot be taken back.
      stderr.write(`${BACK_AND_ERASE}${text.slice(0, Math.max(10, (stderr.columns || 80) - 1))}`);
      isShown = true;
    },
  };
}
