import { Type } from 'typebox';

export const BalanceFigures = Type.Object({
  available: Type.Integer({ description: 'cents settled and released' }),
  future: Type.Integer({ description: 'cents to receive from approved transactions not yet settled' }),
  retention: Type.Integer({ description: 'cents retained' }),
});
