import path from 'node:path';
import { type ArgsDef, type CommandDef, defineCommand } from 'citty';
import { CliError, command, type Outcome } from './command.ts';
import { fakeBankCnab } from './fake-bank-cnab.ts';
import { amountOf, fakeBankFolder, steer } from './steer-fake-bank.ts';
import type { Terminal } from './terminal.ts';
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
  cnab: {
    type: 'string',
    description: 'also be a bank that takes CNAB 240: remessas from DIR/remessa, retornos into DIR/retorno',
    valueHint: 'DIR',
  },
  profile: {
    type: 'string',
    description: 'which bank that is: bb, bradesco, itau, santander, caixa, sicoob, sicredi or btg',
    valueHint: 'bb',
  },
  'cnab-port': { type: 'string', description: 'where that bank is steered; 0: any free port', default: '8441' },
  'without-pix': { type: 'boolean', description: 'be that bank alone' },
  inter: { type: 'string', description: "play Inter's API for boletos, too, at this port", valueHint: 'PORT' },
  sicoob: { type: 'string', description: "play Sicoob's API for boletos, too, at this port", valueHint: 'PORT' },
} as const;

const start = command({
  name: 'start',
  description: 'Start the bank, which is what vintem fake-bank alone does',
  examples: ['vintem fake-bank start --port 8443', 'vintem fake-bank start --cnab ./bank --profile bb --without-pix'],
  args: startArgs,
  async run(args, terminal) {
    if (args['without-pix'] && args.cnab === undefined)
      throw new CliError('--without-pix leaves no bank without --cnab');
    if (args.profile !== undefined && args.cnab === undefined) throw new CliError('--profile goes with --cnab DIR');
    const controlPort = readWhole('--control-port', args['control-port']);
    const port = readWhole('--port', args.port);
    const cnabPort = readWhole('--cnab-port', args['cnab-port']);
    const boletos = {
      inter: args.inter === undefined ? null : readWhole('--inter', args.inter),
      sicoob: args.sicoob === undefined ? null : readWhole('--sicoob', args.sicoob),
    };
    const closing: Closing[] = [];
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void closeAll(closing));
    try {
      const pix = args['without-pix']
        ? null
        : await startPix({ folder: fakeBankFolder(args.dir), port, controlPort, ...boletos }, closing);
      const files = { directory: path.resolve(args.cnab ?? ''), profile: args.profile, controlPort: cnabPort };
      const cnab = args.cnab === undefined ? null : await startCnab(files, terminal, closing);
      return {
        lines: [...(pix?.lines ?? []), ...(cnab?.lines ?? [])],
        json: { ...(pix?.json as object), ...(cnab && { cnab: cnab.json }) },
      };
    } catch (error) {
      // One of two banks could not start: the other must not keep the process.
      await closeAll(closing);
      throw error;
    }
  },
});

type Closing = () => Promise<void>;

const closeAll = (closing: readonly Closing[]) => Promise.all(closing.map((close) => close()));

interface PixStart {
  folder: string;
  port: number;
  controlPort: number;
  /** Where the two banks that take boletos over HTTP are played, too. */
  inter: number | null;
  sicoob: number | null;
}

async function startPix(options: PixStart, closing: Closing[]): Promise<Outcome> {
  // Loaded here, so that no other command waits for it.
  const { startByHand } = await import('../../rails/fake-bank/start-by-hand.ts');
  const { folder } = options;
  const { bank, controlUrl, boletoBanks, pkcs12Password, close } = await startByHand(options);
  closing.push(close);
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
}

interface CnabStart {
  directory: string;
  profile: string | undefined;
  controlPort: number;
}

async function startCnab(options: CnabStart, terminal: Terminal, closing: Closing[]): Promise<Outcome> {
  const { startCnabByHand } = await import('../../rails/fake-bank/cnab/start-cnab-by-hand.ts');
  const tell = (text: string) => terminal.print({ lines: [text], json: { remessa: text } });
  const { bank, controlUrl, acquirerFile, close } = await startCnabByHand({ ...options, tell });
  closing.push(close);
  const { remessa, retorno, root } = bank.folders;
  return {
    lines: [
      `${bank.profile} takes remessas from ${remessa}; what it knows is kept in ${root}`,
      `set up:  vintem acquirer set fakefiles --file ${acquirerFile}`,
      `pay:     vintem fake-bank cnab pay REFERENCE --dir ${root}`,
      `close:   vintem fake-bank cnab close-day --dir ${root}     (a retorno appears in ${retorno})`,
      `steer:   curl ${controlUrl}/titles     (docs/guides/fake-bank.md)`,
    ],
    json: { profile: bank.profile, control_url: controlUrl, acquirer_file: acquirerFile, remessa, retorno },
  };
}

const pay = command({
  name: 'pay',
  description: 'Pay a charge: by its code as an application does, or by its txid whatever its state',
  examples: ["vintem fake-bank pay '00020126…'", 'vintem fake-bank pay 4f1c… --amount 1.00'],
  args: { charge: { type: 'positional', description: 'txid or code', required: true }, amount, dir },
  async run(args) {
    const isCode = args.charge.startsWith('000201');
    if (isCode && args.amount !== undefined) throw new CliError('--amount goes with a txid: a code has its amount');
    const payment = isCode
      ? await steer(fakeBankFolder(args.dir), '/codes/pay', { code: args.charge })
      : await steer(fakeBankFolder(args.dir), `/charges/${encodeURIComponent(args.charge)}/pay`, amountOf(args.amount));
    return { lines: [`paid R$ ${payment['valor']}: ${payment['endToEndId']}`], json: payment };
  },
});

const med = command({
  name: 'med',
  description: 'Take a payment back that nobody asked to give back (MED)',
  examples: ['vintem fake-bank med E0000000020261115… --amount 1.00'],
  args: { payment: { type: 'positional', description: 'endToEndId', required: true }, amount, dir },
  async run(args) {
    const payment = await steer(
      fakeBankFolder(args.dir),
      `/payments/${encodeURIComponent(args.payment)}/med`,
      amountOf(args.amount),
    );
    return { lines: [`taken back: ${payment['endToEndId']}`], json: payment };
  },
});

export const fakeBank: CommandDef = defineCommand({
  meta: { name: 'fake-bank', description: 'A bank to try PIX and boletos with, without a contract' },
  // The library looks for the sub-command among words that are not the values of these.
  args: startArgs as ArgsDef,
  default: 'start',
  subCommands: { start, pay, med, cnab: fakeBankCnab },
});
