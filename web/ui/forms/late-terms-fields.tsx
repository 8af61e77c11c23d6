import { TextInput } from '@mantine/core';
import { useUiTexts } from '../ui.texts.ts';
import { FigureField } from './figure-field.tsx';
import type { LateTerms } from './late-terms.ts';

interface LateTermsFieldsProps {
  late: LateTerms;
  onChange: (changes: Partial<LateTerms>) => void;
  /** What is wrong at `fine`, `interest` or `payableDays`, in words. */
  problemAt: (field: string) => string | undefined;
}

/** Fine, interest, and how long a boleto can be paid: of one charge, or of all through a link. */
export function LateTermsFields({ late, onChange, problemAt }: LateTermsFieldsProps) {
  const { lateTerms: t } = useUiTexts();
  return (
    <>
      <FigureField label={t.fine} value={late.fine} error={problemAt('fine')} onChange={(fine) => onChange({ fine })} />
      <FigureField
        label={late.interest.unit === 'percent' ? t.interestMonthly : t.interestDaily}
        value={late.interest}
        error={problemAt('interest')}
        onChange={(interest) => onChange({ interest })}
      />
      <TextInput
        label={t.payableDays}
        description={t.payableDaysText}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        value={late.payableDays}
        error={problemAt('payableDays')}
        onChange={({ currentTarget }) => onChange({ payableDays: currentTarget.value })}
      />
    </>
  );
}
