import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { VintemBoleto, VintemPix } from './services.ts';

export type { VintemProviderOptions } from './options.rules.ts';
export { VintemBoleto, VintemPix };

/** One module with two services, as Medusa's own providers are: both share their options. */
export default ModuleProvider(Modules.PAYMENT, { services: [VintemPix, VintemBoleto] });
