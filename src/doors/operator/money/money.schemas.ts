import { Type } from 'typebox';

export const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const isoTime = Type.String({ format: 'date-time' });
export const day = Type.String({ format: 'date' });
export const cents = (description: string) => Type.Integer({ description: `cents ${description}` });

/** One end of a journal. */
export const SIDE = Type.String({ pattern: '^(acquirer|platform|company:[1-9]\\d{0,15})$', maxLength: 32 });

export const OPEN_OR_ALL = Type.Optional(Type.Enum(['true', 'false'], { description: 'true: what needs somebody' }));
