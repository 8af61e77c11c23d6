// What must be undone at the end, however the end comes: the last opened is closed first, and Ctrl-C waits for
// all of it.
const cleanups = [];
let closing = null;

/** Gives back a function that runs the clean-up now, and only once. */
export function atTheEnd(cleanup) {
  let isDone = false;
  const once = async () => {
    if (isDone) return;
    isDone = true;
    cleanups.splice(cleanups.indexOf(once), 1);
    await cleanup();
  };
  cleanups.push(once);
  return once;
}

/** How much there is to undo by now, for `cleanUpTo`. */
export const mark = () => cleanups.length;

/** What was opened since the mark. One that fails is told and keeps none of the others from running. */
export async function cleanUpTo(count) {
  while (cleanups.length > count)
    await cleanups
      .at(-1)()
      .catch((error) => console.error(`while cleaning up: ${error.message}`));
}

/** From then on whatever fails is only an echo of it. */
export const isCleaningUp = () => closing !== null;

export function cleanUp() {
  closing ??= cleanUpTo(0);
  return closing;
}

/** A child of ours, ended by its id, by force where it does not go by itself. */
export async function endChild(child, graceMs = 10_000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exited;
  clearTimeout(force);
}

export function cleanUpOnSignals() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.on(signal, async () => {
      if (closing) return;
      console.error('\nstopping: ending processes and removing directories');
      await cleanUp();
      process.exit(code);
    });
  }
}
