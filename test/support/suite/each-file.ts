import { afterAll, afterEach } from 'vitest';
import { openLogs } from '../processes/gateway-logs.ts';
import { throwLateFailure } from './late-failures.ts';
import { configureProperties } from './property-runs.ts';

configureProperties();

// The first hook is the last that runs.
afterAll(throwLateFailure);

afterEach(({ task }) => {
  const logs = task.result?.state === 'fail' ? openLogs() : '';
  if (logs) process.stderr.write(`\n${task.name} failed.\n${logs}\n`);
});
