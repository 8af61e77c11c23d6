/** Who acts. A program is known by its key; whoever has not logged in is anonymous. */
export const ACTOR_KINDS = ['user', 'key', 'operator', 'job', 'anonymous'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  kind: ActorKind;
  id: number | null;
  /** As it was called then. */
  name: string | null;
}

/** Who acts, and from where. */
export interface Asker {
  actor: Actor;
  /** Of IPv6 the network, as limits count it; null where there is no caller. */
  address: string | null;
  agent: string | null;
}

export const ANONYMOUS: Actor = { kind: 'anonymous', id: null, name: null };
export const actorOfUser = ({ id, name }: { id: number; name: string }): Actor => ({ kind: 'user', id, name });
export const actorOfKey = ({ id, name }: { id: number; name: string }): Actor => ({ kind: 'key', id, name });
export const actorOfOperator = ({ id, name }: { id: number; name: string }): Actor => ({ kind: 'operator', id, name });
export const actorOfJob = (name: string | null): Actor => ({ kind: 'job', id: null, name });
