import type { FastifyRequest } from 'fastify';
import type { User } from '../../parties/accounts/users.sql.ts';
import type { OperatorAct, OperatorRole } from '../../parties/operators/operator-acts.rules.ts';

declare module 'fastify' {
  interface FastifyRequest {
    operator: Operator | null;
  }
  interface FastifyContextConfig {
    /** What the console asks of whoever uses this route. */
    act?: OperatorAct;
    /** Changes neither money nor rights, or asks for the password itself: it needs none that is fresh. */
    isWithoutPassword?: true;
  }
}

/** Who asks: a person who runs the installation, or a program of theirs. */
export interface Operator {
  /** Null where a program came with a token. */
  user: User | null;
  name: string;
  role: OperatorRole;
  can: ReadonlySet<OperatorAct>;
}

export function operatorOf({ operator }: FastifyRequest): Operator {
  if (!operator) throw new Error('a route of the console without authentication asks for its operator');
  return operator;
}
