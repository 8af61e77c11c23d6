/** Waits for all of them, and only then fails with the first failure: nothing is left running behind the job's back. */
export async function finishAll(work: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The same for many, so many at a time: the next begins when any has ended. */
export async function finishInTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const takeTurns = async () => {
    let failure: { reason: unknown } | undefined;
    for (const item of waiting)
      await work(item).catch((reason: unknown) => {
        failure ??= { reason };
      });
    if (failure) throw failure.reason;
  };
  await finishAll(Array.from({ length: atOnce }, takeTurns));
}
