/** Waits for all of them, and only then fails with the first failure: nothing is left running behind the job's back. */
export async function finishAll(work: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
