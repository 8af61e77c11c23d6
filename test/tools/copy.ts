import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Copy {
  /** Writes a file into the copy, making its folders. */
  plant(file: string, text: string): void;
  /** Replaces a text in a file of the copy; the text must be there. */
  change(file: string, text: string, by: string): void;
  /** Runs one of the tools of the copy to its end. */
  run(tool: string, ...args: string[]): Promise<{ code: number; output: string }>;
  remove(): void;
}

/**
 * Copies these files of the repository, so that a test can plant violations; the copy uses the libraries
 * of the original.
 */
export function copyRepository(...parts: string[]): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), 'vintem-copy-'));
  for (const part of parts) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  return {
    plant(file, text) {
      const target = path.join(folder, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
    change(file, text, by) {
      const target = path.join(folder, file);
      const before = readFileSync(target, 'utf8');
      if (!before.includes(text)) throw new Error(`${file} does not hold ${text}`);
      writeFileSync(
        target,
        before.replace(text, () => by),
      );
    },
    run: (tool, ...args) =>
      new Promise((resolve) => {
        execFile(process.execPath, [path.join(folder, tool), ...args], { cwd: folder }, (error, stdout, stderr) => {
          const code = error ? Number(error.code ?? 1) : 0;
          resolve({ code, output: stdout + stderr });
        });
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
