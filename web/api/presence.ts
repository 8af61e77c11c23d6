/** Whoever has not touched the page for this long is not there: what it asks by itself must not keep them logged in. */
const AWAY_AFTER_MS = 60_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Opening the page counts: somebody did. */
let touchedAt = Date.now();

for (const touch of TOUCHES)
  globalThis.addEventListener?.(
    touch,
    () => {
      touchedAt = Date.now();
    },
    { capture: true, passive: true },
  );

export function isSomebodyHere(): boolean {
  return Date.now() - touchedAt < AWAY_AFTER_MS;
}
