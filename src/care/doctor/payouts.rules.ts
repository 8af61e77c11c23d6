import type { Facts } from './facts.rules.ts';
import { type Finding, named, stops, warns } from './findings.rules.ts';

/** Workers send within a second, and banks answer within minutes. */
export const UNSENT_MINUTES = 10;
export const OLD_SENT_MINUTES = 60;

/** Money that does not leave is no payment that stops, but for a standstill, which somebody has to end. */
export function judgePayouts({ payouts }: Facts): Finding[] {
  if (!payouts) return [];
  const { isStill, requested, sent, withoutDestination, withoutRail, openFindings } = payouts;
  const findings: Finding[] = [];
  if (isStill)
    findings.push(
      stops(
        'PAYOUTS_STAND_STILL',
        `payouts stand still since a restore, ${requested.count} of them wait`,
        'compare what left your accounts since the backup, then run vintem payout resume --reason …',
      ),
    );
  else if (requested.count > 0 && requested.minutes >= UNSENT_MINUTES)
    findings.push(
      warns(
        'PAYOUT_UNSENT',
        `${requested.count} payouts wait to be sent, the oldest for ${requested.minutes} minutes`,
        'look at vintem payout list --open, at the acquirer that sends them, and whether a worker runs',
      ),
    );
  if (sent.count > 0 && sent.minutes >= OLD_SENT_MINUTES)
    findings.push(
      warns(
        'PAYOUT_OLD',
        `${sent.count} payouts were sent and not cleared up, the oldest ${sent.minutes} minutes ago`,
        'look at the account: vintem payout settle ends one that the bank never clears up',
      ),
    );
  if (withoutDestination.length > 0)
    findings.push(
      warns(
        'PAYOUT_SCHEDULE_BLOCKED',
        `the schedule of company ${named(withoutDestination)} leads to a destination that was blocked or removed`,
        'tell the merchant: the schedule needs another destination',
      ),
    );
  if (withoutRail.length > 0)
    findings.push(
      warns(
        'PAYOUT_NO_RAIL',
        `nobody sends the payouts of company ${named(withoutRail)}`,
        'run vintem company set ID --payout-acquirer NAME',
      ),
    );
  if (openFindings.count > 0) {
    const oldest = openFindings.oldest.map(({ id, kind }) => `${id} ${kind}`).join(', ');
    const more = openFindings.count - openFindings.oldest.length;
    findings.push(
      warns(
        'PAYOUT_FINDINGS',
        `payouts are otherwise at the bank than here: finding ${oldest}${more > 0 ? ` and ${more} more` : ''}`,
        'hold vintem payout findings against the statement of the account, then run vintem payout findings resolve',
      ),
    );
  }
  return findings;
}
