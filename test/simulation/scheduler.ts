import type { SimClock } from './clock.ts';
import type { Random } from './random.ts';

/**
 * COOPERATIVE SCHEDULER. Operations run unchanged, several at a time, but whatever leaves the process (a statement, a
 * call to the acquirer, a webhook, a timer) is a step that waits here until chance picks it. One step runs at a time,
 * and the code that follows from it runs to its end before the next step is picked, so that one seed gives one order of
 * events.
 *
 * A statement may wait for a row lock of a transaction that is paused. Such a step is set aside and the others go on;
 * whether PostgreSQL lets it wait is a fact of the data and not of timing, so asking (see `Locks`) keeps the run
 * repeatable. Lock time-outs instead would have failed statements that in production simply wait. Only one step waits
 * at a time, because which of two waiters PostgreSQL wakes first is a matter of timing: the second is withdrawn and
 * comes again later.
 */

/** One process, or one request in it: what dies together. */
export interface Actor {
  readonly name: string;
  readonly skewMs: number;
  isAlive: boolean;
  stepsDone: number;
  /** Dies at that step: before it happens, or after it happened and before the answer arrives. */
  readonly crash: Crash | null;
  /** At that step, or at steps of that name, it is left behind by all others: a slow network, a busy machine. */
  readonly stallsAt: number | string | null;
}

export interface Crash {
  atStep: number;
  moment: 'before' | 'after';
}

export type Outcome<Value> =
  | { state: 'done'; value: Value }
  | { state: 'failed'; error: unknown }
  | { state: 'crashed' };

/** What the scheduler must know about statements that wait. */
export interface Locks {
  blockersOf(pids: readonly number[]): Promise<Map<number, number[]>>;
  /** Ends the statements and transactions of a process that died. */
  rollBack(actor: Actor): Promise<void>;
}

interface Step {
  actor: Actor;
  label: string;
  isTimer: boolean;
  /** The connection it runs on, for statements. */
  pid: () => number | null;
  /** `canBeWithdrawn`: it may be undone while it waits for a lock. */
  effect: (canBeWithdrawn: boolean) => Promise<unknown>;
  /** Null when it cannot be withdrawn. */
  withdraw: (() => Promise<void>) | null;
  isPutOff: boolean;
  answer: (outcome: { value: unknown } | { error: unknown }) => void;
}

interface RunningStep {
  step: Step;
  outcome: { value: unknown } | { error: unknown } | null;
  ended: Promise<void>;
}

const PLAIN = { isTimer: false, pid: () => null, withdraw: null, isPutOff: false };

export class Stuck extends Error {}

const LOOK_FOR_LOCKS_AFTER_MS = 4;
/** A timer fires at some time; a step that is ready now is usually faster. */
const TIMER_WEIGHT = 0.25;
/** Many steps of others happen before one that stalls. */
const STALLED_WEIGHT = 0.01;
const MAX_STEPS_PER_GROUP = 20_000;
/** The whole process waited this long in vain: something left it without being a step. */
const GIVE_UP_AFTER_MS = 10_000;

const realSetTimeout = globalThis.setTimeout;
const pause = (ms: number) => new Promise<void>((resolve) => realSetTimeout(resolve, ms));
const realSetImmediate = globalThis.setImmediate;
/** Everything that can go on without a step has gone on. */
const quiet = () => new Promise<void>((resolve) => realSetImmediate(resolve));

export class Scheduler {
  /** Whose code is running right now; null between steps. */
  current: Actor | null = null;
  readonly trace: string[] = [];
  #waiting: Step[] = [];
  #running: RunningStep[] = [];
  readonly #random: Random;
  readonly #clock: SimClock;
  readonly #locks: Locks;

  constructor(random: Random, clock: SimClock, locks: Locks) {
    this.#random = random;
    this.#clock = clock;
    this.#locks = locks;
  }

  step<Value>(
    actor: Actor,
    label: string,
    effect: (canBeWithdrawn: boolean) => Promise<Value>,
    { pid = () => null, withdraw = null }: Partial<Pick<Step, 'pid' | 'withdraw'>> = {},
  ): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      // A dead process waits for ever: nobody sees what it would still have done.
      if (!actor.isAlive) return;
      const answer: Step['answer'] = (outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.value as Value);
      this.#waiting.push({ ...PLAIN, actor, label, pid, effect, withdraw, answer });
    });
  }

  /** A timer of the process; `cancel` takes it away before it fires. */
  timer(actor: Actor, ms: number, fire: () => void): { cancel(): void } {
    let isCancelled = false;
    const dueAt = this.#clock.realNow().getTime() + ms;
    const wake = async () => {
      const late = dueAt - this.#clock.realNow().getTime();
      if (!isCancelled && late > 0) this.#clock.advance(late);
    };
    const answer = () => isCancelled || fire();
    const step: Step = { ...PLAIN, actor, label: `timer ${ms}`, isTimer: true, effect: wake, answer };
    if (actor.isAlive) this.#waiting.push(step);
    return {
      cancel: () => {
        isCancelled = true;
        this.#waiting = this.#waiting.filter((other) => other !== step);
      },
    };
  }

  /** Runs all of them until each has ended or died. */
  async run<Value>(group: readonly { actor: Actor; body: () => Promise<Value> }[]): Promise<Outcome<Value>[]> {
    const outcomes: (Outcome<Value> | null)[] = group.map(() => null);
    for (const [index, { actor, body }] of group.entries()) {
      await this.#as(actor, () => {
        body().then(
          (value) => {
            outcomes[index] = { state: 'done', value };
          },
          (error: unknown) => {
            outcomes[index] = { state: 'failed', error };
          },
        );
      });
    }
    const hasEnded = (actor: Actor) =>
      !actor.isAlive || group.every((member, index) => member.actor !== actor || outcomes[index] !== null);
    for (let steps = 0; group.some(({ actor }) => !hasEnded(actor)); steps++) {
      if (steps > MAX_STEPS_PER_GROUP) throw new Stuck('the group never ends');
      // An operation that has ended may leave a timer behind, which nobody waits for.
      this.#waiting = this.#waiting.filter((step) => step.actor.isAlive && !(step.isTimer && hasEnded(step.actor)));
      if (this.#waiting.length === 0)
        throw new Stuck(`nothing can go on; waiting for a lock: ${this.#running.map(nameOf).join(', ')}`);
      await this.#runOne(this.#pickStep());
    }
    this.#waiting = [];
    return outcomes.map((outcome) => outcome ?? { state: 'crashed' });
  }

  #pickStep(): Step {
    const isCrowded = this.#running.length > 0;
    const ready = this.#waiting.filter((step) => !isCrowded || !step.isPutOff);
    // When only postponed steps are left, they wait for each other: PostgreSQL must find the deadlock.
    const choice = ready.length > 0 ? ready : this.#waiting;
    const step = this.#random.pickWeighted(choice.map((step) => [weightOf(step), step] as const));
    this.#waiting = this.#waiting.filter((other) => other !== step);
    return step;
  }

  async #runOne(step: Step): Promise<void> {
    const { actor } = step;
    const isLast = actor.crash?.atStep === actor.stepsDone++;
    this.#clock.advance(this.#random.int(0, 15));
    if (isLast && actor.crash?.moment === 'before') {
      this.trace.push(`${nameOf({ step })} !! died before`);
      return this.#kill(actor);
    }
    const canBeWithdrawn = this.#running.length > 0 && !step.isPutOff && step.withdraw !== null;
    const running = this.#start(step, canBeWithdrawn);
    await this.#settle();
    if (isLast) {
      this.trace.push(`${actor.name} !! died after`);
      await this.#kill(actor);
    } else if (canBeWithdrawn && !running.outcome) {
      await this.#putOff(running);
    }
    await this.#answerEnded();
  }

  async #putOff(running: RunningStep): Promise<void> {
    const { step } = running;
    await step.withdraw?.();
    await running.ended;
    this.#running = this.#running.filter((other) => other !== running);
    this.trace.push(`${nameOf(running)} put off`);
    step.isPutOff = true;
    this.#waiting.push(step);
  }

  #start(step: Step, canBeWithdrawn: boolean): RunningStep {
    const running: RunningStep = { step, outcome: null, ended: Promise.resolve() };
    running.ended = step.effect(canBeWithdrawn).then(
      (value) => {
        running.outcome = { value };
      },
      (error: unknown) => {
        running.outcome = { error };
      },
    );
    this.#running.push(running);
    return running;
  }

  /** Until every step under way has ended or waits for a lock of a transaction that is paused. */
  async #settle(): Promise<void> {
    const newest = this.#running.at(-1);
    if (newest) await Promise.race([newest.ended, pause(LOOK_FOR_LOCKS_AFTER_MS)]);
    for (let waitedMs = 0; ; waitedMs++) {
      const open = this.#running.filter((running) => !running.outcome);
      if (open.length === 0) return;
      const pids = open.map(({ step }) => step.pid()).filter((pid) => pid !== null);
      const blockers = await this.#locks.blockersOf(pids);
      const isPaused = (pid: number, seen: number[] = []): boolean =>
        (blockers.get(pid) ?? []).some(
          (other) => !pids.includes(other) || (!seen.includes(other) && isPaused(other, [...seen, other])),
        );
      const stillOpen = open.filter((running) => !running.outcome);
      if (pids.length === open.length && stillOpen.length === open.length && pids.every((pid) => isPaused(pid))) return;
      if (waitedMs > GIVE_UP_AFTER_MS) throw new Stuck(`no answer: ${stillOpen.map(nameOf).join(', ')}`);
      await Promise.race([...open.map(({ ended }) => ended), pause(1)]);
    }
  }

  /** In the order in which they were begun, each with all that follows from it. */
  async #answerEnded(): Promise<void> {
    const ended = this.#running.filter(({ outcome }) => outcome);
    this.#running = this.#running.filter(({ outcome }) => !outcome);
    if (this.#running.length === 0) for (const step of this.#waiting) step.isPutOff = false;
    for (const running of ended) {
      this.trace.push(nameOf(running));
      if (running.outcome && running.step.actor.isAlive)
        await this.#as(running.step.actor, () => running.step.answer(running.outcome as never));
    }
  }

  async #kill(actor: Actor): Promise<void> {
    actor.isAlive = false;
    this.#waiting = this.#waiting.filter((step) => step.actor !== actor);
    await this.#locks.rollBack(actor);
    await this.#settle();
    await this.#answerEnded();
  }

  async #as(actor: Actor, code: () => void): Promise<void> {
    this.current = actor;
    code();
    await quiet();
    this.current = null;
  }
}

function weightOf({ actor, label, isTimer }: Step): number {
  if (actor.stallsAt === actor.stepsDone || actor.stallsAt === label) return STALLED_WEIGHT;
  return isTimer ? TIMER_WEIGHT : 1;
}

function nameOf({ step }: Pick<RunningStep, 'step'>): string {
  return `${step.actor.name}: ${step.label}`;
}
