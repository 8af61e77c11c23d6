/**
 * One read for all who ask at the same time. Whoever asks while a read is under way shares the next one, never that
 * one: it may have looked before they asked.
 */
export function shareReads<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null;
  let next: Promise<Value> | null = null;
  const begin = (): Promise<Value> => {
    next = null;
    const reading = read().finally(() => {
      running = null;
    });
    running = reading;
    return reading;
  };
  return () => {
    if (!next && !running) return begin();
    next ??= (running as Promise<Value>).then(begin, begin);
    return next;
  };
}
