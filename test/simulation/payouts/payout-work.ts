import { lookForReturns } from '../../../src/gateway/payouts/look-for-returns.ts';
import { resumePayouts } from '../../../src/gateway/payouts/resume-payouts.ts';
import { sendPayouts } from '../../../src/gateway/payouts/send-payouts.ts';
import { settleByOperator } from '../../../src/gateway/payouts/settle-by-operator.ts';
import { guarded } from '../commands.ts';
import type { Job, World } from '../world.ts';

const WORKER_ROUNDS = 4;
/** Short beside how long a request may be on its way, and how far a bank's reads may be behind. */
const LONGEST_PAUSE_MS = 8_000;

export function sendPayoutsJob(world: World): Job {
  return guarded(world, 'send-payouts', async (deps) => `${await sendPayouts(deps)} ${await lookForReturns(deps)}`);
}

/** A worker that lives for a while: it asks again about what it sent a moment ago, as the loop of the jobs does. */
export function payoutWorkerJob(world: World): Job {
  const pauses = Array.from({ length: WORKER_ROUNDS - 1 }, () => world.money.drawing.int(1_000, LONGEST_PAUSE_MS));
  return guarded(world, 'send-payouts for a while', async (deps) => {
    const worked = [await sendPayouts(deps)];
    for (const pauseMs of pauses) {
      await new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
      worked.push(await sendPayouts(deps));
    }
    return worked.join();
  });
}

/** The operator has compared. */
export function resumeJob(world: World): Job {
  return guarded(world, 'resume payouts', async (deps) => {
    world.money.stillAt = null;
    await resumePayouts(deps, 'compared');
    return 'resumed';
  });
}

/** The operator has looked at the account, and it is not there. */
export function operatorJob(world: World, { id }: { id: number }): Job {
  return guarded(world, `operator ends payout ${id}`, async (deps) => {
    const { status } = await settleByOperator(deps, { payoutId: id, end: 'FAILED', reason: 'not at the bank' });
    return status;
  });
}
