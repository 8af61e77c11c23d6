import { expect, it } from 'vitest';

// For `npm run mutate`: the examples of events are made while their files load, and Stryker passes over a test file
// that does not load. Loaded inside a test, a broken one is seen.
it('what the rooms say about their events loads', async () => {
  await expect(import('../../src/pages/reference/event-requests.ts')).resolves.toBeDefined();
});
