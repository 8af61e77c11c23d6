import { Type } from 'typebox';

/** Why, typed by whoever does it: it stands in the audit log of the merchant. */
export const REASON = Type.String({
  minLength: 3,
  maxLength: 500,
  pattern: '\\S',
  format: 'one-line',
  description: 'why; it stands in the audit log of the merchant',
});
export const ReasonBody = Type.Object({ reason: REASON });
