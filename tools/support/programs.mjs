/** What is started by its name, as its source is called below src/. */
export const PROGRAMS = [
  'start',
  'doors/cli/vintem',
  'doors/cli/bench/service-process',
  'doors/cli/bench/world-process',
];
/** Below dist/: what several programs share, and what they load when they need it. */
export const SHARED = 'programs';
