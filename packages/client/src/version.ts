/** As in package.json, which a program cannot read everywhere. */
export const VERSION = '0.1.0';
