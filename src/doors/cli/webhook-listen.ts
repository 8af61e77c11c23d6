import path from 'node:path';
import { EVENT_KINDS } from '../../news/events/event-kinds.rules.ts';
import { CliError, command } from './command.ts';
import { checkCursor, type FeedEvent, findEndOfFeed, followEvents, placeToGoOn } from './listen/follow-events.ts';
import { type Forwarded, forwardEvent } from './listen/forward-event.ts';
import { openListenState } from './listen/listen-state.ts';
import { openSession } from './server-session.ts';
import type { Terminal } from './terminal.ts';

export const webhookListen = command({
  name: 'listen',
  description: 'Print each event as it happens, and forward it to an address of yours, signed as a webhook is',
  examples: [
    'vintem webhook listen --forward-to http://localhost:8080/webhook',
    'vintem webhook listen --events payment.approved,payment.refunded',
    'vintem webhook listen --since 0-0 --json',
    'VINTEM_URL=https://pay.example.com VINTEM_API_KEY=vk_… vintem webhook listen --forward-to http://localhost:8080',
  ],
  args: {
    'forward-to': {
      type: 'string',
      valueHint: 'URL',
      description: 'where each event is sent; without it they are only printed',
    },
    events: { type: 'string', valueHint: 'a,b', description: 'only these kinds of events' },
    since: {
      type: 'string',
      valueHint: 'cursor',
      description: 'begin behind this event: a cursor, 0-0 for the first, or now (default: where the last run ended)',
    },
    state: {
      type: 'string',
      valueHint: 'FOLDER',
      description: 'where the secret and the cursor are kept (default: listen in DATA_DIR, or in .vintem)',
    },
  },
  async run(args, terminal) {
    const forwardTo = readReceiver(args['forward-to']);
    const kinds = readKinds(args.events);
    const since = args.since === undefined || args.since === 'now' ? null : checkCursor(args.since);
    const session = await openSession(process.env);
    const end = await findEndOfFeed(session);
    const state = openListenState(folderOf(args.state), session.url, session.account, forwardTo ?? '');
    const kept = args.since === undefined ? state.cursor : null;
    const from = since ?? placeToGoOn(kept, end);
    state.keep(from);
    terminal.print(beginning({ url: session.url, account: session.account, forwardTo, secret: state.secret, from }));

    const stop = stopOnSignals();
    let cursor = from;
    const onTrouble = (reason: string) => terminal.print({ lines: [reason], json: { type: 'waiting', reason } });
    await followEvents(
      session,
      from,
      {
        onTrouble,
        async handle(event, next) {
          if (!kinds || kinds.has(event.event)) {
            const receiver = forwardTo === null ? null : { url: forwardTo, secret: state.secret };
            const forwarded = receiver && (await forwardEvent(receiver, event, stop, onTrouble));
            tell(terminal, event, next, forwarded);
          }
          state.keep(next);
          cursor = next;
        },
      },
      stop,
    );
    return { lines: [`stopped; the next run goes on at cursor ${cursor}`], json: { type: 'stopped', cursor } };
  },
});

function beginning(of: { url: string; account: string; forwardTo: string | null; secret: string; from: string }) {
  return {
    lines: [
      `listening at ${of.url} as ${of.account}, from cursor ${of.from}`,
      ...(of.forwardTo ? [`forwarding to ${of.forwardTo}, signed with ${of.secret}`] : []),
      'ctrl-C ends it',
    ],
    json: {
      type: 'listening',
      url: of.url,
      account: of.account,
      forward_to: of.forwardTo,
      secret: of.secret,
      cursor: of.from,
    },
  };
}

function tell(terminal: Terminal, event: FeedEvent, cursor: string, forwarded: Forwarded | null): void {
  const subject = event.transaction_id ? `transaction ${event.transaction_id}` : event.id;
  const answer = forwarded ? ` | answered ${forwarded.status} in ${forwarded.durationMs} ms` : '';
  terminal.print({
    lines: [`${event.event} | ${subject}${answer} | cursor ${cursor}`],
    json: {
      type: 'event',
      cursor,
      forwarded: forwarded && { status: forwarded.status, duration_ms: forwarded.durationMs },
      event,
    },
  });
}

/** Aborted by ctrl-C or by whoever ends the process; a second signal ends it at once. */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

function readReceiver(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CliError(`--forward-to must be an address such as http://localhost:8080/webhook, got "${text}"`);
  return text;
}

function readKinds(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const kinds = text.split(',').map((kind) => kind.trim());
  const known: readonly string[] = EVENT_KINDS;
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown !== undefined) throw new CliError(`--events: unknown event "${unknown}"; known: ${known.join(', ')}`);
  return new Set(kinds);
}

function folderOf(option: string | undefined): string {
  return path.resolve(option ?? path.join(process.env['DATA_DIR'] || '.vintem', 'listen'));
}
