// What the run is doing: one line that changes on a terminal, a line for each step elsewhere.
const isTerminal = process.stdout.isTTY;
let shownLength = 0;

/** A step under way; the next one takes its place. */
export function step(text) {
  if (!isTerminal) {
    console.log(`  ${text}`);
    return;
  }
  const line = `  ${text}`.slice(0, (process.stdout.columns ?? 120) - 1);
  process.stdout.write(`\r${line.padEnd(shownLength)}`);
  shownLength = line.length;
}

/** What stays on the screen. */
export function say(text) {
  if (isTerminal && shownLength > 0) process.stdout.write(`\r${' '.repeat(shownLength)}\r`);
  shownLength = 0;
  console.log(text);
}
