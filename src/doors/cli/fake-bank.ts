import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ArgsDef, type CommandDef, defineCommand } from 'citty';
import { request } from 'undici';
import { CliError, command } from './command.ts';
import { readWhole } from './values.ts';

const dir = {
  type: 'string',
  description: 'where its files are (default: fake-bank in DATA_DIR, or in .vintem)',
  valueHint: 'FOLDER',
} as const;
const amount = {
  type: 'string',
  description: 'another amount than the whole one, in reais',
  valueHint: '12.34',
} as const;
const startArgs = {
  dir,
  port: { type: 'string', description: 'where it listens; 0: any free port', default: '8443' },
  'control-port': { type: 'string', description: 'where it is steered; 0: any free port', default: '8442' },
  inter: { type: 'string', description: "play Inter's API for boletos, too, at this port", valueHint: 'PORT' },
  sicoob: { type: 'string', description: "play Sicoob's API for boletos, too, at this port", valueHint: 'PORT' },
} as const;

const start = command({
  name: 'start',
  description: 'Start the bank, which is what vintem fake-bank alone does',
  examples: ['vintem fake-bank start --port 8443'],
  args: startArgs,
  async run(args) {
    // Loaded here, so that no other command waits for it.
    const { startByHand } = await import('../../rails/fake-bank/start-by-hand.ts');
    const folder = folderOf(args.dir);
    const { bank, controlUrl, boletoBanks, pkcs12Password, close } = await startByHand({
      folder,
      port: readWhole('--port', args.port),
      controlPort: readWhole('--control-port', args['control-port']),
      inter: args.inter === undefined ? null : readWhole('--inter', args.inter),
      sicoob: args.sicoob === undefined ? null : readWhole('--sicoob', args.sicoob),
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
    const file = path.join(folder, 'acquirer.json');
    return {
      lines: [
        `the fake bank listens at ${bank.baseUrl}; what it knows is in memory, and ends with it`,
        `its files are in ${folder}: ca.pem, client.pem, client-key.pem, client.p12 and client-old.p12 ` +
          `(password ${pkcs12Password})`,
        `set up:  vintem acquirer set fakebank --file ${file}`,
        'pay:     vintem fake-bank pay TXID     (or the code to copy, in quotes; --amount 1.00 pays another amount)',
        `steer:   curl ${controlUrl}/charges     (docs/guides/fake-bank.md)`,
        ...boletoBanks.map(
          (played) =>
            `boletos: ${played.name} at ${played.baseUrl}: vintem acquirer set ${played.name} --file ${played.file}; ` +
            `curl ${controlUrl}/${played.name}/charges`,
        ),
      ],
      json: {
        base_url: bank.baseUrl,
        token_url: bank.tokenUrl,
        control_url: controlUrl,
        acquirer_file: file,
        boleto_banks: boletoBanks.map((played) => ({
          name: played.name,
          base_url: played.baseUrl,
          acquirer_file: played.file,
        })),
      },
    };
  },
});

const pay = command({
  name: 'pay',
  description: 'Pay a charge: by its code as an application does, or by its txid whatever its state',
  examples: ["vintem fake-bank pay '00020126…'", 'vintem fake-bank pay 4f1c… --amount 1.00'],
  args: { charge: { type: 'positional', description: 'txid or code', required: true }, amount, dir },
  async run(args) {
    const isCode = args.charge.startsWith('000201');
    if (isCode && args.amount !== undefined) throw new CliError('--amount goes with a txid: a code has its amount');
    const payment = isCode
      ? await steer(args.dir, '/codes/pay', { code: args.charge })
      : await steer(args.dir, `/charges/${encodeURIComponent(args.charge)}/pay`, amountOf(args.amount));
    return { lines: [`paid R$ ${payment['valor']}: ${payment['endToEndId']}`], json: payment };
  },
});

const med = command({
  name: 'med',
  description: 'Take a payment back that nobody asked to give back (MED)',
  examples: ['vintem fake-bank med E0000000020261115… --amount 1.00'],
  args: { payment: { type: 'positional', description: 'endToEndId', required: true }, amount, dir },
  async run(args) {
    const payment = await steer(args.dir, `/payments/${encodeURIComponent(args.payment)}/med`, amountOf(args.amount));
    return { lines: [`taken back: ${payment['endToEndId']}`], json: payment };
  },
});

export const fakeBank: CommandDef = defineCommand({
  meta: { name: 'fake-bank', description: 'A bank to try PIX with, without a contract' },
  // The library looks for the sub-command among words that are not the values of these.
  args: startArgs as ArgsDef,
  default: 'start',
  subCommands: { start, pay, med },
});

async function steer(dirOption: string | undefined, route: string, body: object): Promise<Record<string, unknown>> {
  const file = path.join(folderOf(dirOption), 'control-url');
  let answer: { statusCode: number; json: Record<string, unknown> };
  try {
    const url = `${await readFile(file, 'utf8')}${route}`;
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body: text } = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
    answer = { statusCode, json: (await text.json()) as Record<string, unknown> };
  } catch {
    throw new CliError(`no fake bank runs here (${file}): start it with vintem fake-bank`);
  }
  if (answer.statusCode >= 400) throw new CliError(String(answer.json['error']));
  return answer.json;
}

function amountOf(text: string | undefined): { amountCents?: number } {
  if (text === undefined) return {};
  if (!/^\d{1,10}\.\d{2}$/.test(text)) throw new CliError(`--amount must look like 12.34, got "${text}"`);
  return { amountCents: Number(text.replace('.', '')) };
}

function folderOf(dirOption: string | undefined): string {
  return path.resolve(dirOption ?? path.join(process.env['DATA_DIR'] || '.vintem', 'fake-bank'));
}
