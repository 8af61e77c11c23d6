import { Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../../ground/text/visible-text.rules.ts';
import { MAX_NAME_LENGTH } from './account.rules.ts';
import { MAX_PASSWORD_LENGTH } from './passwords/password.rules.ts';

export const Email = Type.String({ minLength: 1, maxLength: MAX_EMAIL_LENGTH });
export const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH });
/** What is none is a link that does not hold. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });
export const PersonName = Type.String({ maxLength: MAX_NAME_LENGTH });
