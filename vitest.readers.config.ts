import { defineConfig } from 'vitest/config';

/** `npm run test:readers`: our pictures, read by programs of the system. */
export default defineConfig({ test: { include: ['test/readers/**/*.test.ts'], retry: 0 } });
