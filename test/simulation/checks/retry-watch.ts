import type { SimDatabase } from '../database.ts';
import { demand } from '../demand.ts';
import type { Job } from '../world.ts';

const NO_RETRY = 'no retry while money of the order waits for a decision';

interface Dispute {
  divergence_id: number;
  payment_id: number;
  /** The first payment of the order. */
  root: number;
}

/** Open divergences that everybody could see before the retry was asked for. */
export class RetryWatch {
  #disputes: Dispute[] = [];
  #lastPayment = 0;

  async beforeGroup(db: SimDatabase, jobs: readonly Job[]): Promise<void> {
    this.#disputes = [];
    if (!jobs.some(({ name }) => name.startsWith('retry '))) return;
    this.#disputes = await db.look(`SELECT d.id AS divergence_id, d.payment_id, coalesce(p.retry_root, p.id) AS root
      FROM divergences d JOIN payments p ON p.id = d.payment_id
      WHERE d.resolved_at IS NULL ORDER BY d.id`);
    const [last] = await db.look<{ id: number | null }>('SELECT max(id) AS id FROM payments');
    this.#lastPayment = last?.id ?? 0;
  }

  async afterGroup(db: SimDatabase): Promise<void> {
    if (this.#disputes.length === 0) return;
    const retries = await db.look<{ id: number; retry_root: number }>(
      'SELECT id, retry_root FROM payments WHERE id > $1 AND retry_of IS NOT NULL',
      [this.#lastPayment],
    );
    const open = await db.look<{ id: number }>('SELECT id FROM divergences WHERE resolved_at IS NULL');
    for (const { divergence_id, payment_id, root } of this.#disputes.filter((dispute) =>
      open.some(({ id }) => id === dispute.divergence_id),
    )) {
      const retry = retries.find(({ retry_root }) => retry_root === root);
      demand(
        NO_RETRY,
        !retry,
        () => `payment ${retry?.id} retries the order of ${payment_id}, whose divergence ${divergence_id} is open`,
      );
    }
  }
}
