import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';

/** One open stream, as the audience knows it. */
export interface Listener<News> {
  tell(news: News): void;
  /** Keeps the connection alive while there is nothing to tell. */
  beat(): void;
  end(): void;
}

/** Somebody who listens, and what is remembered of it between two looks. */
export interface Member<Topic, News, Memory> {
  readonly topic: Topic;
  readonly memory: Memory;
  /** False once it has left: it may be told nothing more. */
  isHere(): boolean;
  tell(news: News, realNow: number): void;
  heardAt(): number;
  /** Ends its stream. */
  dismiss(): void;
}

export interface Audience<Topic, News, Memory> {
  /** Refuses when there are too many, in all or under this key. */
  join(topic: Topic, key: string, listener: Listener<News>, memory: Memory): Member<Topic, News, Memory>;
  leave(member: Member<Topic, News, Memory>): void;
  topics(): Topic[];
  on(topic: Topic): Member<Topic, News, Memory>[];
  all(): Member<Topic, News, Memory>[];
  /** There is something to look at: sooner than by the usual pace. */
  poke(): void;
  /** Ends all streams: their readers come back, to another process or to this one when it is there again. */
  close(): void;
}

export interface AudienceLimits {
  most: number;
  mostOfOne: number;
}

export interface AudienceOptions extends AudienceLimits {
  /** What the streams are, for refusals and the log. */
  counted: string;
  /** A stream ends after so long; its reader comes back by itself. */
  lifeMs: number;
  /** Who has heard nothing for so long hears a beat: proxies end what is silent. */
  beatAfterMs: number;
  /** Asks the database for all of them at once, and tells them. */
  look(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** However often it is poked. */
const LOOKS_APART_MS = 100;
const COME_BACK_SECONDS = 5;

/** A stream is a connection, and most connections stay for everybody else; with the limits off there is one bound. */
export function audienceLimits(
  config: Config,
  { most, partOfConnections, partOfOne }: { most: number; partOfConnections: number; partOfOne: number },
): AudienceLimits {
  if (config.rateLimitPerSecond === 0) return { most, mostOfOne: most };
  const inAll = Math.min(most, Math.max(1, Math.floor(config.maxConnections / partOfConnections)));
  return { most: inAll, mostOfOne: Math.max(1, Math.floor(inAll / partOfOne)) };
}

/**
 * All open streams of one kind in this process. However many there are, the database is asked once a second for all of
 * them, and not at all while there are none; the next question waits for the answer to the last.
 */
export function gatherAudience<Topic, News, Memory>(
  { clock, log }: { clock: Clock; log: Logger },
  options: AudienceOptions,
): Audience<Topic, News, Memory> {
  type Listening = Member<Topic, News, Memory> & { key: string; endsAt: number; beat(realNow: number): void };
  const byTopic = new Map<Topic, Set<Listening>>();
  const ofKey = new Map<string, number>();
  let open = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let isPoked = false;
  const realMs = () => clock.realNow().getTime();
  const all = () => [...byTopic.values()].flatMap((members) => [...members]);

  const leave = (member: Member<Topic, News, Memory>) => {
    const members = byTopic.get(member.topic);
    if (!members?.delete(member as Listening)) return;
    open -= 1;
    if (members.size === 0) byTopic.delete(member.topic);
    const { key } = member as Listening;
    const left = (ofKey.get(key) ?? 1) - 1;
    if (left > 0) ofKey.set(key, left);
    else ofKey.delete(key);
  };

  /** Those nobody has told anything, because nothing happened or the database is away, must not look dead. */
  const keepAlive = () => {
    const realNow = realMs();
    for (const member of all()) {
      if (realNow >= member.endsAt) member.dismiss();
      else if (realNow - member.heardAt() >= options.beatAfterMs) member.beat(realNow);
    }
  };

  const lookOnce = async () => {
    timer = null;
    isLooking = true;
    isPoked = false;
    lookedAt = performance.now();
    try {
      if (open > 0) await options.look();
    } catch (error) {
      log.warn({ err: error }, `${options.counted} could not be looked after; tried again`);
    }
    keepAlive();
    isLooking = false;
    lookOn();
  };

  const lookOn = () => {
    if (timer || isLooking || isClosed || open === 0) return;
    const sinceLast = performance.now() - lookedAt;
    timer = setTimeout(lookOnce, isPoked ? Math.max(0, LOOKS_APART_MS - sinceLast) : LOOK_EVERY_MS);
  };

  return {
    join(topic, key, listener, memory) {
      const comeBack = { retryAfterSeconds: COME_BACK_SECONDS };
      if (isClosed || open >= options.most)
        throw new ApiError('SERVICE_UNAVAILABLE', `too many ${options.counted} are open`, comeBack);
      const ofThis = ofKey.get(key) ?? 0;
      if (ofThis >= options.mostOfOne)
        throw new ApiError('RATE_LIMITED', `at most ${options.mostOfOne} open ${options.counted}`, comeBack);
      let heardAt = realMs();
      const member: Listening = {
        topic,
        memory,
        key,
        endsAt: heardAt + options.lifeMs,
        isHere: () => byTopic.get(topic)?.has(member) === true,
        heardAt: () => heardAt,
        tell(news, realNow) {
          heardAt = realNow;
          listener.tell(news);
        },
        beat(realNow) {
          heardAt = realNow;
          listener.beat();
        },
        dismiss() {
          leave(member);
          listener.end();
        },
      };
      const members = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, members.add(member));
      ofKey.set(key, ofThis + 1);
      open += 1;
      lookOn();
      return member;
    },
    leave,
    topics: () => [...byTopic.keys()],
    on: (topic) => [...(byTopic.get(topic) ?? [])],
    all,
    poke() {
      if (isPoked || open === 0) return;
      isPoked = true;
      if (timer) clearTimeout(timer);
      timer = null;
      lookOn();
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const member of all()) member.dismiss();
    },
  };
}
