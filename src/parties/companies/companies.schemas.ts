import { Type } from 'typebox';

/** The path of everything about one company. */
export const CompanyParams = Type.Object({ id: Type.Integer({ minimum: 1 }) });
