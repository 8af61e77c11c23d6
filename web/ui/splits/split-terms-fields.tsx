import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { MoneyField } from '../forms/money-field.tsx';

const BASIS_POINTS_PER_PERCENT = 100;

/** What a participant of a split gets, and on what terms; as the interface has it. */
export interface SplitTerms {
  merchantType: 'PRIMARY' | 'SECONDARY';
  type: 'PERCENTAGE' | 'FIXED';
  chargeFee: boolean;
  discountGrossAmount: boolean;
  /** Cents when FIXED, hundredths of a percent when PERCENTAGE. */
  amountSplit: number;
}

export const NEW_TERMS: SplitTerms = {
  merchantType: 'SECONDARY',
  type: 'PERCENTAGE',
  amountSplit: 1_000,
  chargeFee: false,
  discountGrossAmount: true,
};

interface SplitTexts {
  role: string;
  roles: Record<SplitTerms['merchantType'], string>;
  kind: string;
  kinds: Record<SplitTerms['type'], string>;
  amount: string;
  percent: string;
  basis: string;
  gross: string;
  net: string;
  chargeFee: string;
}

interface SplitTermsFieldsProps {
  terms: SplitTerms;
  texts: SplitTexts;
  onChange: (changes: Partial<SplitTerms>) => void;
}

/** How much a participant gets, and on what terms: merchants and operators agree on the same. */
export function SplitTermsFields({ terms, texts: t, onChange }: SplitTermsFieldsProps) {
  return (
    <>
      <NativeSelect
        label={t.role}
        value={terms.merchantType}
        data={(['SECONDARY', 'PRIMARY'] as const).map((value) => ({ value, label: t.roles[value] }))}
        onChange={({ currentTarget }) => onChange({ merchantType: currentTarget.value as SplitTerms['merchantType'] })}
      />
      <NativeSelect
        label={t.kind}
        value={terms.type}
        data={(['PERCENTAGE', 'FIXED'] as const).map((value) => ({ value, label: t.kinds[value] }))}
        onChange={({ currentTarget }) => onChange({ type: currentTarget.value as SplitTerms['type'], amountSplit: 0 })}
      />
      {terms.type === 'FIXED' ? (
        <MoneyField
          label={t.amount}
          value={terms.amountSplit}
          onChange={(cents) => onChange({ amountSplit: cents ?? 0 })}
        />
      ) : (
        <NumberInput
          label={t.percent}
          value={terms.amountSplit / BASIS_POINTS_PER_PERCENT}
          min={0}
          max={100}
          decimalScale={2}
          decimalSeparator=","
          hideControls
          onChange={(value) => onChange({ amountSplit: Math.round(Number(value) * BASIS_POINTS_PER_PERCENT) })}
        />
      )}
      <NativeSelect
        label={t.basis}
        value={String(terms.discountGrossAmount)}
        data={[
          { value: 'true', label: t.gross },
          { value: 'false', label: t.net },
        ]}
        onChange={({ currentTarget }) => onChange({ discountGrossAmount: currentTarget.value === 'true' })}
      />
      <Checkbox
        label={t.chargeFee}
        checked={terms.chargeFee}
        onChange={({ currentTarget }) => onChange({ chargeFee: currentTarget.checked })}
      />
    </>
  );
}
