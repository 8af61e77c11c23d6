import { certificateFacts } from '../../../care/doctor/gather-database-facts.ts';
import { within } from '../../../care/doctor/gather-facts.ts';
import type { CallTimes } from '../../../care/telemetry/call-times.ts';
import { findCompaniesOfAcquirer } from '../../../parties/companies/operator.sql.ts';
import type { Acquirer } from '../../../rails/acquirers/acquirer.ts';
import { openConfig } from '../../../rails/acquirers/acquirer-config.ts';
import { listConfigs, type StoredConfig } from '../../../rails/acquirers/configs.sql.ts';
import type { AllDeps } from '../../all-deps.ts';

const PING_MS = 2_000;

/** Those that are configured, usable or not, and those that the process brings itself. */
export async function listSeenAcquirers(deps: AllDeps, callTimes: CallTimes | null) {
  const configs = await listConfigs(deps.db);
  const names = new Set([...deps.acquirers.list(), ...configs].map(({ name }) => name));
  return Promise.all(
    [...names].sort().map(async (name) => {
      const stored = configs.find((config) => config.name === name) ?? null;
      const acquirer = deps.acquirers.find(name);
      const calls = callTimes?.of(name) ?? null;
      return {
        name,
        kind: stored?.kind ?? null,
        profile: stored?.profile ?? null,
        updated_at: stored?.updated_at.toISOString() ?? null,
        is_usable: acquirer !== null,
        answers: acquirer && (await answers(acquirer)),
        charges: Object.keys(acquirer?.charges ?? {}),
        refunds: Boolean(acquirer?.refunds),
        payouts: Boolean(acquirer?.payouts),
        open_circuits: [...deps.acquirers.openCircuits(name)],
        companies: (await findCompaniesOfAcquirer(deps.db, name)).length,
        certificate: stored && certificateOf(deps, stored),
        calls: calls && { count: calls.calls, unanswered: calls.unanswered, p50_ms: calls.p50Ms, p95_ms: calls.p95Ms },
      };
    }),
  );
}

async function answers(acquirer: Acquirer): Promise<boolean> {
  return within(PING_MS, acquirer.ping()).catch(() => false);
}

function certificateOf({ destinationKeys }: AllDeps, stored: StoredConfig): { not_after: string | null } | null {
  const { certificatePem } = (openConfig(destinationKeys, stored)?.access ?? {}) as { certificatePem?: string | null };
  return certificatePem ? { not_after: certificateFacts(certificatePem).notAfter?.toISOString() ?? null } : null;
}
