import { resolveDivergenceOfMerchant } from '../../src/gateway/divergences/divergences.sql.ts';
import { withTransaction } from '../../src/ground/db/transaction.ts';
import {
  changeEndpoint,
  registerEndpoint,
  removeEndpoint,
} from '../../src/news/webhooks/endpoints/change-endpoints.ts';
import { changeCompany } from '../../src/parties/companies/change-company.ts';
import { guarded } from './commands.ts';
import { drawFixedSplit, drawPlan, drawRetention } from './draw-terms.ts';
import type { SimCompany } from './fixtures.ts';
import type { Job, World } from './world.ts';

/**
 * The operator changes one thing of one establishment: a plan, the retention or the fixed split. One change at a time.
 */
export function termsJobs(world: World): Job[] {
  const { random, terms } = world;
  if (terms.isChanging) return [];
  const company = random.pick(terms.present);
  const change = drawChange(world, company);
  terms.intend({ ...company, ...change.terms });
  return [
    guarded(world, `terms of company ${company.id}`, async (deps) => {
      await changeCompany(deps, company.id, change.command);
      terms.answered();
      return JSON.stringify(change.terms);
    }),
  ];
}

interface Change {
  terms: Partial<SimCompany>;
  command: Parameters<typeof changeCompany>[2];
}

function drawChange({ random, terms }: World, company: SimCompany): Change {
  const nothing = { settings: {}, plans: { pix: {}, invoice: {} }, split: null };
  const what = random.pick(['pix', 'invoice', 'retention', 'split'] as const);
  if (what === 'split') {
    const split = drawFixedSplit(
      random,
      terms.present.map(({ id }) => id),
    );
    return { terms: { fixedSplit: split }, command: { ...nothing, split } };
  }
  if (what === 'retention') {
    const retention = drawRetention(random);
    const settings = {
      retention_basis_points: retention.retentionBasisPoints,
      retention_days: retention.retentionDays,
    };
    return { terms: retention, command: { ...nothing, settings } };
  }
  const plan = drawPlan(random, what);
  return {
    terms: { plans: { ...company.plans, [what]: plan } },
    command: { ...nothing, plans: { ...nothing.plans, [what]: plan } },
  };
}

/** A merchant changes one of its endpoints, switches it off or on, removes it or registers another. */
export function endpointJobs(world: World): Job[] {
  const { random, endpoints } = world;
  const endpoint = random.pick(endpoints.present);
  const { id, merchant_id } = endpoint;
  const url = `https://${merchant_id === 1 ? 'um' : 'dois'}.example/${endpoints.present.length}-${random.int(1, 9)}`;
  endpoints.isChanging = true;
  const what = random.pickWeighted([
    [2, 'address'],
    [2, 'events'],
    [endpoint.is_on ? 3 : 0, 'off'],
    [endpoint.is_on ? 0 : 6, 'on'],
    [1, 'remove'],
    [endpoints.present.length < 6 ? 2 : 0, 'register'],
  ] as const);
  return [
    guarded(world, `endpoint ${id}: ${what}`, async (deps) => {
      if (what === 'register') await registerEndpoint(deps, merchant_id, { url });
      else if (what === 'remove') await removeEndpoint(deps, merchant_id, id);
      else if (what === 'address') await changeEndpoint(deps, merchant_id, id, { url });
      else if (what === 'events')
        await changeEndpoint(deps, merchant_id, id, { events: ['payment.approved', 'payment.refunded'] });
      else await changeEndpoint(deps, merchant_id, id, { status: what === 'on' ? 'ACTIVE' : 'DISABLED' });
      return '200';
    }),
  ];
}

/** A reader asks again and again, so that it reads between the steps of those who write. */
const FEED_READS = 6;

/** The report must not depend on how far the feed has come: other databases of the cluster hold it back, too. */
export function feedJobs(world: World, merchantId: number, most: number, reads = FEED_READS): Job[] {
  return [
    guarded(world, `feed of merchant ${merchantId}`, async (deps) => {
      for (let read = 0; read < reads; read++) await world.feeds.readOn(deps.db, merchantId, most);
      return 'read';
    }),
  ];
}

/** A person resolves a divergence. */
export function resolveJobs(world: World, divergence: { id: number; merchant_id: number }): Job[] {
  return [
    guarded(world, `resolve divergence ${divergence.id}`, async (deps) => {
      const now = await deps.clock.now();
      const resolved = await withTransaction(deps.db, (tx) =>
        resolveDivergenceOfMerchant(tx, divergence.merchant_id, divergence.id, 'settled with the payer', now),
      );
      return resolved ? 'resolved' : 'was resolved before';
    }),
  ];
}
