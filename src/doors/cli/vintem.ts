#!/usr/bin/env node
import { vintem } from './commands.ts';
import { runCommandLine } from './run-command-line.ts';

await runCommandLine(vintem, process.argv.slice(2));
