const TOKEN = /^vo_[0-9a-f]{64}$/;

export const isOperatorToken = (text: string) => TOKEN.test(text);
/** Made of the random part of a key, so that both have the same strength. */
export const operatorTokenOf = (key: string) => `vo_${key.slice(key.indexOf('_') + 1)}`;
