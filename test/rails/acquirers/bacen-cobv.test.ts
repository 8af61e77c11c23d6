import { describeDueCharges } from './bacen-pix-contract.ts';

describeDueCharges(['standard', 'santander', 'sicoob', 'sicredi']);
