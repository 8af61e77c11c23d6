import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Block {
  language: string;
  text: string;
}

/** A command as a person types it, and what it printed, a line each. */
export interface Step {
  command: string;
  printed: string[];
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(`${ROOT}docs/guides/${page}`, 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', content = '']) => ({
    language,
    text: content,
  }));
}

/** A line that begins with `$ ` is a command, and goes on while it ends in a backslash. */
export function stepsOf({ text }: Block): Step[] {
  const steps: Step[] = [];
  let isGoingOn = false;
  for (const line of text.trimEnd().split('\n')) {
    const last = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), printed: [] });
    else if (last && isGoingOn) last.command += `\n${line}`;
    else last?.printed.push(line);
    isGoingOn = (line.startsWith('$ ') || isGoingOn) && line.endsWith('\\');
  }
  return steps;
}

const DAY = /\d{4}-\d{2}-\d{2}/g;

/** `…` stands for anything, a day for any day, a port for any port; the folder is the one of this run. */
export function patternOf(line: string, folder: string): RegExp {
  const pattern = line
    .replaceAll('/srv/vintem', folder)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
    .replaceAll(DAY, '\\d{4}-\\d{2}-\\d{2}')
    .replaceAll(/127\\\.0\\\.0\\\.1:\d+/g, '127\\.0\\.0\\.1:\\d+');
  return new RegExp(`^${pattern}$`);
}
