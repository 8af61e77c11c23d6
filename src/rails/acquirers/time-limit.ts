/** Says once that so much time has passed, unless it is stopped before. */
export type StartLimit = (timeoutMs: number, isOver: () => void) => { stop(): void };

export const limitByClock: StartLimit = (timeoutMs, isOver) => {
  const timer = setTimeout(isOver, timeoutMs).unref();
  return { stop: () => clearTimeout(timer) };
};

/** What a call is given up with when its time is over. */
export function outOfTime(): DOMException {
  return new DOMException('', 'TimeoutError');
}
