// A real browser for tests and pictures: the Chromium of the system, driven by playwright-core, which brings none
// of its own.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The same browser without its own windows comes first: it needs half the time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Says in one line what to install where there is none. */
export async function openBrowser() {
  const { CHROMIUM } = process.env;
  const executablePath = CHROMIUM || PLACES.find((place) => existsSync(place));
  if (!executablePath || !existsSync(executablePath)) {
    throw new Error(
      `no Chromium at ${CHROMIUM || PLACES[1]}: apt-get install chromium (as root), or set CHROMIUM to where it is`,
    );
  }
  // Chromium refuses to run its own sandbox as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}
