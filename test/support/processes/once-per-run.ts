interface Shared<Value> {
  value: Promise<Value>;
  users: number;
}

/**
 * A run has a project for each need, and each of them asks for its setup: the first one makes it, the others use the
 * same, and the last one that is done ends it. Projects load their modules apart, so that only the process remembers.
 */
export async function oncePerRun<Value>(
  name: string,
  make: () => Promise<Value>,
  end: (value: Value) => Promise<void>,
): Promise<{ value: Value; leave: () => Promise<void> }> {
  const runs = globalThis as typeof globalThis & { vintemRun?: Map<string, Shared<unknown>> };
  runs.vintemRun ??= new Map();
  const shared = (runs.vintemRun.get(name) ?? { value: make(), users: 0 }) as Shared<Value>;
  runs.vintemRun.set(name, shared);
  shared.users++;
  const value = await shared.value;
  return {
    value,
    async leave() {
      shared.users--;
      if (shared.users === 0) await end(value);
    },
  };
}
