import { Type } from 'typebox';
import { listOf, PAGING } from '../../../ground/lists/lists.schemas.ts';
import { ROLES } from '../../../parties/accounts/permissions.rules.ts';

const isoTime = Type.String({ format: 'date-time' });
export const Status = Type.Enum(['ACTIVE', 'INACTIVE']);

const SEEN = {
  id: Type.Integer(),
  name: Type.String(),
  status: Status,
  requires_otp: Type.Boolean({ description: 'whether it requires a second factor of its people' }),
  is_demo: Type.Boolean(),
  created_at: isoTime,
  companies: Type.Integer({ description: 'establishments that take orders' }),
  people: Type.Integer({ description: 'who may log in' }),
};

export const MerchantQuery = Type.Object({
  ...PAGING,
  q: Type.Optional(
    Type.String({
      maxLength: 120,
      description: 'part of a name, of the merchant or an establishment; a whole id, document or e-mail',
    }),
  ),
  status: Type.Optional(Status),
});
export const MerchantList = listOf(Type.Object(SEEN));

export const Person = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'masked' }),
  email: Type.String({ description: 'masked' }),
  role: Type.Enum([...ROLES]),
  status: Status,
  second_factor: Type.Boolean(),
  created_at: isoTime,
});

export const ListedCompany = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  document: Type.String({ description: 'a CPF is masked' }),
  status: Status,
  active_tokens: Type.Integer(),
});

/** What stops when nobody of the merchant is let in any more; what was paid is settled all the same. */
export const Stopping = Type.Object({
  people: Type.Integer({ description: 'who could not log in any more' }),
  companies: Type.Integer({ description: 'establishments that would take no orders' }),
  access_tokens: Type.Integer({ description: 'tokens of establishments that would be refused' }),
  api_keys: Type.Integer({ description: 'keys of programs that would be refused' }),
  pending_payments: Type.Integer({ description: 'these go on: whoever pays them has paid' }),
});

export const Merchant = Type.Object({
  ...SEEN,
  establishments: Type.Array(ListedCompany),
  users: Type.Array(Person),
  would_stop: Stopping,
});
