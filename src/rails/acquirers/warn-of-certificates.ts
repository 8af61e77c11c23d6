import type { Deps } from '../../ground/deps.ts';
import { judgeEnd } from './certificates/certificate-end.rules.ts';
import type { WithAcquirers } from './registry.ts';

const TO_DO = 'ask the bank for the next one, then run vintem acquirer set NAME --file FILE';

/**
 * Says which certificates end soon, because nobody asks `vintem acquirer check` every month: once a day, and when what
 * is configured changes. It only writes lines, so every process that works may write its own.
 */
export async function warnOfCertificates({
  acquirers,
  clock,
  log,
}: Pick<Deps, 'clock' | 'log'> & WithAcquirers): Promise<boolean> {
  for (const { name: acquirer, certificateEndsAt } of acquirers.list()) {
    if (!certificateEndsAt) continue;
    const { day, daysLeft, state } = judgeEnd(certificateEndsAt, clock.realNow());
    if (state === 'ended') log.error({ acquirer, day }, `the certificate of an acquirer has ended: ${TO_DO}`);
    if (state === 'ends soon')
      log.warn({ acquirer, day, daysLeft }, `the certificate of an acquirer ends soon: ${TO_DO}`);
  }
  return false;
}
