import { type BoletoPorts, type PlayedBank, playBoletoBanks } from './boletos/start-by-hand.ts';
import { createControlServer } from './control.routes.ts';
import { keepIdentities, PKCS12_PASSWORD, writeFiles } from './files.ts';
import { type FakeBank, startFakeBank } from './start-fake-bank.ts';

export interface BankByHand {
  bank: FakeBank;
  controlUrl: string;
  /** The APIs for boletos that it plays besides. */
  boletoBanks: PlayedBank[];
  pkcs12Password: string;
  close(): Promise<void>;
}

export interface ByHandOptions extends Partial<BoletoPorts> {
  folder: string;
  port: number;
  controlPort: number;
}

/** The bank, its files, and the address at which it is steered. */
export async function startByHand(options: ByHandOptions): Promise<BankByHand> {
  const { identities, account } = await keepIdentities(options.folder);
  const bank = await startFakeBank({ port: options.port, identities, accounts: [account] });
  const control = createControlServer(bank);
  const boletoBanks: PlayedBank[] = [];
  const close = async () => {
    await Promise.all([control.close(), bank.close(), ...boletoBanks.map((played) => played.close())]);
  };
  try {
    await playBoletoBanks(bank, control, options, boletoBanks);
    const controlUrl = await control.listen({ host: '127.0.0.1', port: options.controlPort });
    await writeFiles(options.folder, bank, controlUrl);
    return { bank, controlUrl, boletoBanks, pkcs12Password: PKCS12_PASSWORD, close };
  } catch (error) {
    await close();
    throw error;
  }
}
