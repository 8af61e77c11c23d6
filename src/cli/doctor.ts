import { command } from './command.ts';
export const doctor = command({ name: 'doctor', description: 'x', args: {}, run: async () => ({ lines: [], json: {} }) });
