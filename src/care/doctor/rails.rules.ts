import { judgeEnd } from '../../rails/acquirers/certificates/certificate-end.rules.ts';
import type { CertificateFacts, ConfiguredAcquirer, Facts } from './facts.rules.ts';
import { type Finding, named, stops, warns } from './findings.rules.ts';

/** Whether what was charged goes anywhere: acquirers, their certificates, and who charges through them. */
export function judgeRails({ rails, settings, realNow }: Facts): Finding[] {
  if (!rails) return [];
  const { acquirers, companiesWithoutRail, lostPlans, unopenedDestinations } = rails;
  const findings = acquirers.flatMap((acquirer) => judgeAcquirer(acquirer, realNow));
  if (settings.mode === 'live' && acquirers.length === 0)
    findings.push(
      stops(
        'NO_ACQUIRER',
        'no acquirer is configured: every order is refused',
        'run vintem acquirer set NAME --file FILE',
      ),
    );
  if (lostPlans.length > 0)
    findings.push(
      stops(
        'ACQUIRER_UNKNOWN',
        `not here: ${named(lostPlans.map(({ companyId, acquirer }) => `${acquirer} (of company ${companyId})`))}`,
        'run vintem acquirer set, or vintem company set ID --pix-acquirer or --invoice-acquirer with another',
      ),
    );
  if (companiesWithoutRail.length > 0)
    findings.push(
      stops(
        'COMPANY_NO_RAIL',
        `no acquirer charges for company ${named(companiesWithoutRail)}: its orders are refused`,
        'run vintem company set ID --pix-acquirer NAME, or --invoice-acquirer NAME',
      ),
    );
  if (unopenedDestinations.length > 0)
    findings.push(
      stops(
        'DESTINATION_KEY_WRONG',
        `ACQUIRER_KEY does not open destination ${named(unopenedDestinations)}: payouts to it stand still`,
        'set the key that was used so far as ACQUIRER_KEY_PREVIOUS, then run vintem acquirer rekey',
      ),
    );
  return findings;
}

function judgeAcquirer(acquirer: ConfiguredAcquirer, realNow: Date): Finding[] {
  const { name, charges, isUsed, isOpened, certificate } = acquirer;
  // What nobody charges through stops nobody.
  const hurts = isUsed ? stops : warns;
  const findings: Finding[] = [];
  if (!isUsed)
    findings.push(
      warns(
        'ACQUIRER_UNUSED',
        `no company charges through ${name}`,
        `run vintem company set ID --${charges[0] ?? 'payout'}-acquirer ${name}, or vintem acquirer remove ${name}`,
      ),
    );
  if (!isOpened)
    findings.push(
      hurts(
        'ACQUIRER_KEY_WRONG',
        `ACQUIRER_KEY does not open how ${name} is reached: its payments stand still`,
        `set the key that was used so far as ACQUIRER_KEY_PREVIOUS, or run vintem acquirer set ${name} again`,
      ),
    );
  const fix = `ask the bank for the next one, then run vintem acquirer set ${name} --file FILE`;
  return [
    ...findings,
    ...judgeCertificate(certificate, `the certificate of ${name}`, 'CERTIFICATE', hurts, fix, realNow),
  ];
}

/** Banks that cannot call are asked instead: only a file that stops the start is worse than a warning. */
export function judgeCallbackFiles({ callbackFiles, realNow }: Facts): Finding[] {
  return (callbackFiles ?? []).flatMap(({ setting, file, isReadable, certificate }) => {
    if (!isReadable)
      return [
        stops(
          'CALLBACK_FILE_UNREADABLE',
          `${setting}: ${file} cannot be read`,
          'name a file that the service can read',
        ),
      ];
    const fix = 'put the next one in its place and start again';
    return judgeCertificate(certificate, `the certificate in ${setting}`, 'CALLBACK_CERTIFICATE', warns, fix, realNow);
  });
}

function judgeCertificate(
  certificate: CertificateFacts | null,
  what: string,
  code: string,
  hurts: typeof stops,
  fix: string,
  realNow: Date,
): Finding[] {
  if (!certificate) return [];
  const { notAfter } = certificate;
  if (!notAfter) return [hurts(`${code}_UNREADABLE`, `${what} cannot be read`, fix)];
  const { day, daysLeft, state } = judgeEnd(notAfter, realNow);
  if (state === 'ended') return [hurts(`${code}_EXPIRED`, `${what} ended on ${day}`, fix)];
  return state === 'ends soon' ? [warns(`${code}_ENDS`, `${what} ends in ${daysLeft} days, on ${day}`, fix)] : [];
}
