import { afterEach } from 'vitest';
import { openLogs } from '../processes/gateway-logs.ts';
import { configureProperties } from './property-runs.ts';

configureProperties();

afterEach(({ task }) => {
  const logs = task.result?.state === 'fail' ? openLogs() : '';
  if (logs) process.stderr.write(`\n${task.name} failed.\n${logs}\n`);
});
