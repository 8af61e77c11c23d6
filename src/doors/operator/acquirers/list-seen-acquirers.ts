import { within } from '../../../care/doctor/gather-facts.ts';
import type { CallTimes } from '../../../care/telemetry/call-times.ts';
import { saidElsewhere } from '../../../gateway/bank-access/given-members.rules.ts';
import { seenMembers } from '../../../gateway/bank-access/seen-members.rules.ts';
import { findCompaniesOfAcquirer } from '../../../parties/companies/operator.sql.ts';
import type { Acquirer } from '../../../rails/acquirers/acquirer.ts';
import { type AcquirerConfig, openConfig } from '../../../rails/acquirers/acquirer-config.ts';
import { describeCertificate } from '../../../rails/acquirers/certificates/describe-certificate.ts';
import { findConfig, listConfigs, type StoredConfig } from '../../../rails/acquirers/configs.sql.ts';
import { KIND_NAMES } from '../../../rails/kind-names.rules.ts';
import { kindOf } from '../../../rails/kinds.ts';
import type { AllDeps } from '../../all-deps.ts';

const PING_MS = 2_000;

/** Those that are configured, usable or not, and those that the process brings itself. */
export async function listSeenAcquirers(deps: AllDeps, callTimes: CallTimes | null) {
  const configs = await listConfigs(deps.db);
  const names = new Set([...deps.acquirers.list(), ...configs].map(({ name }) => name));
  return Promise.all(
    [...names].sort().map((name) => {
      const stored = configs.find((config) => config.name === name) ?? null;
      return seeAcquirer(deps, callTimes, name, stored);
    }),
  );
}

/** One of them, with what may be seen of how it is reached; null: there is none of that name. */
export async function readSeenAcquirer(deps: AllDeps, callTimes: CallTimes | null, name: string) {
  const stored = await findConfig(deps.db, name);
  if (!stored && !deps.acquirers.find(name)) return null;
  const config = stored && openConfig(deps.destinationKeys, stored);
  return { ...(await seeAcquirer(deps, callTimes, name, stored)), ...settingsOf(config, deps.config.mode) };
}

async function seeAcquirer(deps: AllDeps, callTimes: CallTimes | null, name: string, stored: StoredConfig | null) {
  const acquirer = deps.acquirers.find(name);
  const calls = callTimes?.of(name) ?? null;
  return {
    name,
    kind: stored?.kind ?? null,
    profile: stored?.profile ?? null,
    updated_at: stored?.updated_at.toISOString() ?? null,
    is_usable: acquirer !== null,
    is_starting: acquirer === null && !deps.acquirers.unusable().includes(name),
    answers: acquirer && (await answers(acquirer)),
    charges: Object.keys(acquirer?.charges ?? {}),
    refunds: Boolean(acquirer?.refunds),
    payouts: Boolean(acquirer?.payouts),
    open_circuits: [...deps.acquirers.openCircuits(name)],
    companies: (await findCompaniesOfAcquirer(deps.db, name)).length,
    certificate: stored && certificateOf(deps, stored),
    calls: calls && { count: calls.calls, unanswered: calls.unanswered, p50_ms: calls.p50Ms, p95_ms: calls.p95Ms },
  };
}

/** What this release does not know, or cannot open, says nothing. */
function settingsOf(config: AcquirerConfig | null, mode: AllDeps['config']['mode']) {
  if (!config || !KIND_NAMES.some((kind) => kind === config.kind))
    return { settings: [], by_command_line: [], has_webhook: false };
  const { forms, membersOf, hasWebhook } = kindOf(config.kind);
  const members = membersOf(config.access, mode);
  const form = forms(mode).find(({ profile }) => profile === config.profile);
  return {
    settings: form ? seenMembers(members, form).map(({ name, isSet, value }) => ({ name, is_set: isSet, value })) : [],
    by_command_line: saidElsewhere(members),
    has_webhook: hasWebhook,
  };
}

async function answers(acquirer: Acquirer): Promise<boolean> {
  return within(PING_MS, acquirer.ping()).catch(() => false);
}

function certificateOf({ destinationKeys }: AllDeps, stored: StoredConfig) {
  const { certificatePem } = (openConfig(destinationKeys, stored)?.access ?? {}) as { certificatePem?: string | null };
  if (!certificatePem) return null;
  try {
    const { subject, notAfter } = describeCertificate(certificatePem);
    return { subject, not_after: notAfter.toISOString() };
  } catch {
    return { subject: null, not_after: null };
  }
}
