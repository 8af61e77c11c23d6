import type { StoredEvent } from './checks/snapshot.ts';
import type { SimDatabase } from './database.ts';

export interface EndpointState {
  id: number;
  merchant_id: number;
  /** Null means all companies of the merchant. */
  company_id: number | null;
  url: string;
  events: string[];
  is_on: boolean;
}

/**
 * Merchants change, switch off and remove endpoints while events are written and sent. This log remembers the
 * state of each endpoint after each group of commands, and after which group an event existed, and derives what
 * must have arrived.
 */
export class EndpointLog {
  #states: (readonly EndpointState[])[] = [];
  readonly #groupOfEvent = new Map<string, number>();
  #lastPosition = 0;
  /** A command of the group has changed an endpoint, or may have changed it before it died. */
  isChanging = false;

  get present(): readonly EndpointState[] {
    return this.#states.at(-1) ?? [];
  }

  async begin(db: SimDatabase): Promise<void> {
    this.#states = [await readStates(db)];
  }

  async afterGroup(db: SimDatabase): Promise<void> {
    this.#states.push(this.isChanging ? await readStates(db) : this.present);
    this.isChanging = false;
    const events = await db.look<{ id: string; position: number }>(
      'SELECT id, position FROM events WHERE position > $1 ORDER BY position',
      [this.#lastPosition],
    );
    for (const { id } of events) this.#groupOfEvent.set(id, this.#states.length - 1);
    this.#lastPosition = events.at(-1)?.position ?? this.#lastPosition;
  }

  /**
   * Wanted before and after the group that wrote it, and never switched off since: it must have arrived at one
   * of these addresses.
   */
  addressesOwed(event: StoredEvent, endpointId: number): string[] | null {
    const group = this.#groupOfEvent.get(event.id) ?? this.#states.length;
    const since = this.#states.slice(group - 1).map((states) => states.find(({ id }) => id === endpointId));
    const [before, after] = since;
    const isOwed = isWanted(before, event) && isWanted(after, event) && since.every((state) => state?.is_on);
    return isOwed ? [...new Set(since.map((state) => state?.url ?? ''))] : null;
  }

  /** Wanted neither before nor after the group that wrote it. */
  isUnwanted(event: StoredEvent, endpointId: number): boolean {
    const group = this.#groupOfEvent.get(event.id) ?? this.#states.length;
    const [before, after] = this.#states
      .slice(group - 1, group + 1)
      .map((states) => states.find(({ id }) => id === endpointId));
    return !isWanted(before, event) && !isWanted(after, event);
  }
}

function isWanted(state: EndpointState | undefined, event: StoredEvent): boolean {
  if (!state?.is_on || state.merchant_id !== event.merchant_id || !state.events.includes(event.kind)) return false;
  return state.company_id === null || state.company_id === event.company_id;
}

function readStates(db: SimDatabase): Promise<EndpointState[]> {
  return db.look(`SELECT id, merchant_id, company_id, url, events, status = 'ACTIVE' AND deleted_at IS NULL AS is_on
    FROM webhook_endpoints ORDER BY id`);
}
