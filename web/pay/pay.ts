import './pay.css';
import './icon.svg';
import { countdownText, isSoonOver } from '../../src/pages/payer-pages/countdown.rules.ts';
import type { PageStatus } from '../../src/pages/payer-pages/page.rules.ts';

/**
 * What the page does beyond being read: copies, counts down, and turns to "paid" by itself. Every word comes with the
 * page, in its language; what changes is fetched as the page that the server would show now.
 */

const COPIED_MS = 2_000;
const POLL_MS = 5_000;
/** The stream speaks every 15 seconds: silent for longer, something on the way holds it back. */
const SILENT_MS = 20_000;

const find = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector);

/** Read to whoever cannot see the page change. */
function say(words: string | undefined): void {
  const said = find('[data-said]');
  if (said && words) said.textContent = words;
}

// The code

async function copy(button: HTMLElement): Promise<void> {
  const field = find<HTMLTextAreaElement>(`[data-code="${button.dataset['copy']}"]`);
  const label = button.querySelector<HTMLElement>('[data-label]');
  if (!field || !label) return;
  if (!(await put(field))) {
    say(button.dataset['failed']);
    return;
  }
  const { copied = '' } = button.dataset;
  say(copied);
  // A second click within the two seconds must not take "copied" for the label to go back to.
  button.dataset['before'] ??= label.textContent ?? '';
  label.textContent = copied;
  button.classList.add('done');
  clearTimeout(Number(button.dataset['timer']));
  const back = () => {
    label.textContent = button.dataset['before'] ?? '';
    button.classList.remove('done');
  };
  button.dataset['timer'] = String(setTimeout(back, COPIED_MS));
}

/**
 * Without https there is no clipboard; selecting and the old command still work there, and the selection stays
 * when nothing does.
 */
async function put(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus({ preventScroll: true });
    field.select();
    return document.execCommand('copy');
  }
}

// The time that is left

let overAt = 0;

/** Counted on the device's own steady clock: the time of day on a phone may be anything. */
function countFrom(seconds: number): void {
  overAt = performance.now() + seconds * 1_000;
  count();
}

function count(): void {
  const line = find('[data-left]');
  const text = find('[data-countdown]');
  if (!line || !text) return;
  const left = Math.max(0, Math.ceil((overAt - performance.now()) / 1_000));
  const shown = countdownText(left);
  if (text.textContent === shown) return;
  text.textContent = shown;
  line.classList.toggle('soon', isSoonOver(left, Number(line.dataset['inAll'])));
  if (left === 300) say(line.dataset['five']);
  if (left === 60) say(line.dataset['one']);
  if (left === 0) void ask();
}

// What has become of it

let stream: EventSource | null = null;
let heardAt = 0;
let isTurning = false;

const main = () => find('main') as HTMLElement;

function hear(status: PageStatus): void {
  heardAt = performance.now();
  if (status.version !== main().dataset['version']) void turn();
  else if (status.seconds_left !== null) countFrom(status.seconds_left);
}

async function ask(): Promise<void> {
  const address = main().dataset['status'];
  if (!address) return;
  try {
    const response = await fetch(address);
    if (response.ok) hear(await response.json());
  } catch {
    // Offline, or the service is away: asked again in a moment.
  }
}

/** Shows the page as it is now in place of this one. */
async function turn(): Promise<void> {
  if (isTurning) return;
  isTurning = true;
  try {
    const response = await fetch(location.href);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.querySelector('main');
    if (!next) return;
    document.title = page.title;
    main().replaceWith(document.adoptNode(next));
    begin();
    const heading = find('main h1');
    heading?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
    say(heading?.textContent ?? undefined);
  } catch {
    // The next word from the stream, or the next question, tries again.
  } finally {
    isTurning = false;
  }
}

/** The socket first, questions as the net below it. */
function listen(): void {
  const { events } = main().dataset;
  if (!events) {
    stream?.close();
    stream = null;
    return;
  }
  if (stream) return;
  heardAt = performance.now();
  stream = new EventSource(events);
  stream.addEventListener('status', ({ data }) => hear(JSON.parse(data)));
}

function catchUp(): void {
  const isDeaf = stream?.readyState === EventSource.CLOSED || performance.now() - heardAt > SILENT_MS;
  if (stream && isDeaf && !document.hidden) void ask();
}

// From here on

/** For what has just been put on the page, whether it came with it or in its place. */
function begin(): void {
  const line = find('[data-left]');
  if (line) countFrom(Number(line.dataset['left']));
  const print = find('[data-print]');
  if (print) print.hidden = false;
  listen();
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy], [data-print]') : null;
  if (button?.matches('[data-copy]')) void copy(button);
  else if (button) print();
});
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLTextAreaElement) target.select();
});
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches('[data-simulate]')) return;
  event.preventDefault();
  const button = form.querySelector('button');
  if (button) button.disabled = true;
  fetch(form.action, { method: 'POST' })
    .then(ask, ask)
    .finally(() => {
      if (button) button.disabled = false;
    });
});
// The payer comes back from the bank's app, and the phone had frozen the page meanwhile.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void ask();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void ask();
});
setInterval(count, 250);
setInterval(catchUp, POLL_MS);
begin();
