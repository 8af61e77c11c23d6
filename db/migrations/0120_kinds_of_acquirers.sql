-- Which kinds there are is one list in the code (rails/acquirers/kinds.ts): a new adapter joins there, and changes no table.
ALTER TABLE acquirer_configs DROP CONSTRAINT acquirer_configs_kind_check;
