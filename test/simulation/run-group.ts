import { demand } from './demand.ts';
import type { Job, World } from './world.ts';

/** Runs these commands at the same time and notes how each ended. */
export async function runGroup(world: World, jobs: readonly Job[]): Promise<string[]> {
  const lines = jobs.map(({ name }) => `  ${name}`);
  const first = world.history.push(...lines) - lines.length;
  await world.retries.beforeGroup(world.db, jobs);
  const outcomes = await world.run(jobs);
  const texts = outcomes.map((outcome, index) => {
    const text =
      outcome.state === 'done'
        ? outcome.value
        : outcome.state === 'crashed'
          ? `died at step ${jobs[index]?.actor.crash?.atStep}`
          : errorText(outcome.error);
    world.history[first + index] = `${lines[index]} -> ${text}`;
    return text;
  });
  for (const [index, outcome] of outcomes.entries()) {
    demand(
      'every error is in the catalogue',
      outcome.state !== 'failed',
      () => `${jobs[index]?.name}: ${texts[index]}`,
    );
    demand('a key serves one body', !texts[index]?.startsWith('BROKEN'), () => texts[index] ?? '');
  }
  await world.terms.afterGroup(world.db);
  await world.endpoints.afterGroup(world.db);
  await world.retries.afterGroup(world.db);
  return texts;
}

function errorText(error: unknown): string {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const parts = [error instanceof Error ? error.message : String(error), code, constraint];
  return parts.filter(Boolean).join(' ');
}
