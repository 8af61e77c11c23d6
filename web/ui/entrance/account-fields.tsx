import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { UF_CODES } from '../../../src/ground/brazil/documents.rules.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './login.module.css';
import { useLoginTexts } from './login.texts.ts';

/** What somebody says who begins to use the service. */
export interface AccountDraft {
  email: string;
  name: string;
  password: string;
  company: { name: string; document: string; address: string; city: string; state: string; zip: string };
}

export const EMPTY_ACCOUNT: AccountDraft = {
  email: '',
  name: '',
  password: '',
  company: { name: '', document: '', address: '', city: '', state: 'SP', zip: '' },
};

interface FieldsProps {
  draft: AccountDraft;
  onChange: (draft: AccountDraft) => void;
  /** What is wrong at a field, named as the interface names it: `password`, `company.zip`. */
  problemAt: (field: string) => string | undefined;
}

export function PersonFields({ draft, onChange, problemAt }: FieldsProps) {
  const { account: t } = useLoginTexts();
  return (
    <>
      <TextInput
        label={t.name}
        autoComplete="name"
        required
        maxLength={120}
        value={draft.name}
        error={problemAt('name')}
        onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
      />
      <NewPasswordField
        value={draft.password}
        error={problemAt('password')}
        onChange={(password) => onChange({ ...draft, password })}
      />
    </>
  );
}

interface NewPasswordFieldProps {
  value: string;
  error: string | undefined;
  onChange: (password: string) => void;
}

export function NewPasswordField({ value, error, onChange }: NewPasswordFieldProps) {
  const { account: t } = useLoginTexts();
  const ui = useUiTexts();
  return (
    <PasswordInput
      label={t.password}
      description={t.passwordText}
      autoComplete="new-password"
      required
      value={value}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': ui.showPassword, tabIndex: 0 }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function CompanyFields({ draft, onChange, problemAt }: FieldsProps) {
  const { account: t } = useLoginTexts();
  const { company } = draft;
  const change = (changes: Partial<AccountDraft['company']>) =>
    onChange({ ...draft, company: { ...company, ...changes } });
  const text = (name: Exclude<keyof typeof company, 'state'>) => (
    <TextInput
      label={t.company[name]}
      required
      maxLength={200}
      value={company[name]}
      error={problemAt(`company.${name}`)}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
  return (
    <>
      {text('name')}
      {text('document')}
      {text('address')}
      <div className={styles.pair}>
        {text('city')}
        <NativeSelect
          label={t.company.state}
          value={company.state}
          data={[...UF_CODES]}
          error={problemAt('company.state')}
          onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        />
      </div>
      {text('zip')}
    </>
  );
}
