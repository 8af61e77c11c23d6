import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError, ERRORS, invalidField } from '../errors.ts';
import { fingerprintOf } from './fingerprint.ts';
import {
  type ClaimedWork,
  deleteKey,
  findKey,
  insertKeys,
  type KeyClaim,
  type KeyRecord,
  releaseKey,
  storeAnswer,
  takeOverKey,
  type Work,
} from './keys.sql.ts';

/** An answer that the last write of the work has stored under the key already. */
export class Kept<Answer> {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/**
 * An answer that is not the last word: it is given with 202 and kept under no key, so that a repeat goes on
 * with the work.
 */
export class Unfinished<Answer> {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

type Done<Answer> = Answer | Kept<Answer> | Unfinished<Answer>;

export interface IdempotentWork<Answer> {
  /**
   * Does the work, and writes the claim, if there is one, in the transaction that writes the work. Throws
   * `KeyTaken`, nothing written.
   */
  start(claim: KeyClaim | null): Promise<Done<Answer>>;
  /** Goes on with what an earlier request began. */
  resume(work: Work): Promise<Done<Answer>>;
  /** Of an answer that is the last word; 200 unless told otherwise. */
  status?: 201;
  /** Beyond what one call of an acquirer takes. */
  takesLongerMs?: number;
  /**
   * Whether a start in vain costs and touches next to nothing: then the key is looked up only where it proves taken.
   */
  looksUpKeyLate?: boolean;
}

/** As much of the acquirers as is needed here: whoever works under a key may wait for one of them. */
export interface WithLongestCall {
  acquirers: { longestTimeoutMs(): number };
}

/** As much of a request and its reply as is needed here. */
export interface KeyedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

export interface ReplyHead {
  code(status: number): { header(name: string, value: string): unknown };
}

const OK = 200;
const ACCEPTED = 202;
const HEADER = 'idempotency-key';
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
/**
 * Beyond the limit of the slowest acquirer, because the request has not said yet whom it needs: what the
 * request needs besides.
 */
const LEASE_MARGIN_MS = 5_000;

/** Another request has the key: what this one would have done is not done. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/**
 * The one wrapper that gives a route its Idempotency-Key. Only final answers are kept and given again; a refusal frees
 * the key; an open outcome leaves it to the next repeat, which resumes the same work.
 */
export async function withIdempotency<Answer>(
  deps: Deps & WithLongestCall,
  merchantId: number,
  request: KeyedRequest,
  reply: ReplyHead,
  work: IdempotentWork<Answer>,
): Promise<Answer> {
  const claim = readClaim(deps, merchantId, request, work.takesLongerMs ?? 0);
  if (!claim) return answerIn(reply, await work.start(null), statusOf(work));
  const known = work.looksUpKeyLate ? null : await findKey(deps.db, claim.merchantId, claim.key, claim.now);
  if (known) return repeat(deps, reply, claim, known, work);
  try {
    return await finish(deps, reply, claim, statusOf(work), work.start(claim));
  } catch (error) {
    const isTaken = error instanceof KeyTaken;
    if (!isTaken && !isRefusal(error)) throw error;
    // A repeat, or two first requests at once: the other one has the key, and this one has undone all it did. It may
    // also have been refused because of what happened since the other: then that is the answer, and not the refusal.
    const taken = await findKey(deps.db, claim.merchantId, claim.key, claim.now);
    if (!taken && isTaken) {
      throw new ApiError('IDEMPOTENCY_IN_PROGRESS', 'the first request with this key has just failed; send it again');
    }
    if (!taken) throw error;
    return repeat(deps, reply, claim, taken, work);
  }
}

/** The claims of work that takes several statements: in their transaction, which is undone when a key is taken. */
export async function claimKeys(tx: Tx, claimed: readonly ClaimedWork[]): Promise<void> {
  if (claimed.length > 0 && !(await insertKeys(tx, claimed))) throw new KeyTaken();
}

function readClaim(
  deps: Deps & WithLongestCall,
  merchantId: number,
  request: KeyedRequest,
  longerMs: number,
): KeyClaim | null {
  const key = request.headers[HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) {
    throw invalidField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  }
  const now = deps.clock.realNow();
  const [path = ''] = request.url.split('?');
  return {
    merchantId,
    key,
    fingerprint: fingerprintOf(request.method, path, request.body),
    owner: deps.ids.reference(),
    leasedUntil: new Date(now.getTime() + deps.acquirers.longestTimeoutMs() + LEASE_MARGIN_MS + longerMs),
    now,
  };
}

async function repeat<Answer>(
  deps: Deps,
  reply: ReplyHead,
  claim: KeyClaim,
  known: KeyRecord,
  work: IdempotentWork<Answer>,
): Promise<Answer> {
  if (!known.fingerprint.equals(claim.fingerprint)) {
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with another request', {
      field: 'Idempotency-Key',
    });
  }
  if (known.response_status !== null) {
    reply.code(known.response_status).header('idempotency-replayed', 'true');
    return known.response_body as Answer;
  }
  const resumed = known.leased_until <= claim.now ? await takeOverKey(deps.db, claim) : null;
  if (!resumed) {
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS', 'the first request with this key is still running', {
      retryAfterSeconds: 1,
    });
  }
  return finish(deps, reply, claim, statusOf(work), work.resume(resumed.work));
}

async function finish<Answer>(
  deps: Deps,
  reply: ReplyHead,
  claim: KeyClaim,
  status: number,
  working: Promise<Done<Answer>>,
): Promise<Answer> {
  try {
    const done = await working;
    if (done instanceof Unfinished) await releaseKey(deps.db, claim, deps.clock.realNow());
    else if (!(done instanceof Kept)) await storeAnswer(deps.db, claim, status, done);
    return answerIn(reply, done, status);
  } catch (error) {
    if (error instanceof KeyTaken) throw error;
    await letGo(deps, claim, error);
    throw error;
  }
}

function statusOf({ status = OK }: { status?: number }): number {
  return status;
}

function answerIn<Answer>(reply: ReplyHead, done: Done<Answer>, status: number): Answer {
  reply.code(done instanceof Unfinished ? ACCEPTED : status);
  return done instanceof Kept || done instanceof Unfinished ? done.answer : done;
}

/** A refusal frees the key; anything else leaves what was begun for the next repeat. */
async function letGo(deps: Deps, claim: KeyClaim, error: unknown): Promise<void> {
  try {
    if (isRefusal(error)) await deleteKey(deps.db, claim);
    else await releaseKey(deps.db, claim, deps.clock.realNow());
  } catch (failure) {
    // The database is away; the lease runs out by itself.
    deps.log.warn({ err: failure }, 'an idempotency key could not be released');
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && ERRORS[error.code].status < 500;
}
