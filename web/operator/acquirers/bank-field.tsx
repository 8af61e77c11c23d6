import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useUiTexts } from '../../ui/ui.texts.ts';
import type { FormField } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';
import { FileField } from './file-field.tsx';

interface BankFieldProps {
  field: FormField;
  value: string;
  /** Something is stored: what is left empty stays. */
  isStored: boolean;
  /** What may be seen of it. */
  shown: string | null;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** One thing that a bank is asked for, in the form that it has. */
export function BankField({ field, value, isStored, shown, problem, onChange }: BankFieldProps) {
  const { fields, hints, form: t } = useAcquirerTexts();
  const { showPassword } = useUiTexts();
  const { name, form, is_required, choices } = field;
  const labels: Record<string, string> = fields;
  const helps: Record<string, string> = hints;
  const kept = isStored && (form === 'secret' || form === 'content' || shown?.startsWith('…'));
  const common = {
    label: labels[name] ?? name,
    description: kept ? t.kept({ shown: shown ?? '' }) : helps[name],
    error: problem,
    required: is_required && !isStored,
  };
  if (form === 'content')
    return (
      <FileField
        label={common.label}
        {...(common.description === undefined ? {} : { description: common.description })}
        error={problem}
        isRequired={common.required}
        isBinary={name === 'pkcs12'}
        onContent={onChange}
      />
    );
  if (form === 'choice')
    return (
      <NativeSelect
        {...common}
        value={value}
        data={[{ value: '', label: t.choose }, ...choices]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const typed = {
    ...common,
    value,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  if (form === 'secret')
    return (
      <PasswordInput
        {...typed}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': showPassword, tabIndex: 0 }}
      />
    );
  return <TextInput {...typed} inputMode={form === 'number' ? 'numeric' : 'text'} />;
}
