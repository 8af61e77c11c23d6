import { describeBanks } from './bacen-pix-contract.ts';

describeBanks(2);
