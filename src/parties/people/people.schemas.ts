import { Type } from 'typebox';
import { ROLES } from '../accounts/permissions.rules.ts';

const time = Type.String({ format: 'date-time' });
/** Longer than any name or line of an address that is accepted, whose own rules say how long. */
const text = Type.String({ maxLength: 400 });

export const RoleName = Type.Enum([...ROLES], {
  description:
    'OWNER: everything; FINANCE: reads, refunds and resolves divergences; SUPPORT: reads, charges and links; ' +
    'READER: reads',
});
export const UserStatus = Type.Enum(['ACTIVE', 'INACTIVE'], { description: 'an inactive user cannot log in' });

export const UserRecord = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  status: UserStatus,
  second_factor: Type.Boolean({ description: 'whether the login asks for a code' }),
  created_at: time,
});

const KeyName = Type.Object({ id: Type.Integer(), name: Type.String() });

export const ChangedUserRecord = Type.Object({
  ...UserRecord.properties,
  handed_out: Type.Object(
    {
      invitations_withdrawn: Type.Integer(),
      api_keys_revoked: Type.Array(KeyName),
      api_keys_kept: Type.Array(KeyName, { description: 'yours from now on' }),
    },
    { description: 'what became of what this user had handed out and may not hand out any more' },
  ),
});

const INVITATION = {
  id: Type.Integer(),
  email: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  role: RoleName,
  created_at: time,
  expires_at: time,
};

export const InvitationRecord = Type.Object(INVITATION);
export const NewInvitationRecord = Type.Object({
  ...INVITATION,
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'the link to give to the person, shown this once; null where it is sent to them by e-mail',
  }),
  mailed: Type.Boolean({ description: 'whether it is sent to the person by e-mail' }),
});

export const CompanyForm = Type.Object({
  name: text,
  document: text,
  address: text,
  city: text,
  state: text,
  zip: text,
});
