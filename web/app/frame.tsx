import { NativeSelect } from '@mantine/core';
import { useCan, useSession } from '../api/session.ts';
import { useAddress } from '../ui/page/address.ts';
import styles from '../ui/shell/frame.module.css';
import { Shell } from '../ui/shell/shell.tsx';
import { useAppTexts } from './app.texts.ts';
import { useNavigation } from './navigation.ts';
import { useFoundTransactions, useNewThings } from './palette-items.ts';
import { SandboxBar } from './sandbox-bar.tsx';

/** The shell of the dashboard. */
export function Frame() {
  const { palette: t, keys } = useAppTexts();
  const session = useSession();
  const groups = useNavigation();
  const address = useAddress();
  const canCharge = useCan('charge');
  const charge = { key: 'n', meaning: keys.newPayment, press: () => address.go('/transactions/new') };
  return (
    <Shell
      session={session}
      groups={groups}
      banner={session.mode === 'sandbox' && <SandboxBar />}
      topic={<CompanySwitch />}
      palette={{
        title: t.title,
        placeholder: t.placeholder,
        useActions: useNewThings,
        useFound: useFoundTransactions,
      }}
      letters={[...(canCharge ? [charge] : []), { key: 'r', meaning: keys.refund }]}
    />
  );
}

/** Which establishment the pages are about; it stays in the address from page to page. */
function CompanySwitch() {
  const { company: t } = useAppTexts();
  const { companies } = useSession();
  const address = useAddress();
  return (
    <NativeSelect
      className={styles.company ?? ''}
      aria-label={t.label}
      value={address.one('company_id') ?? ''}
      data={[{ value: '', label: t.all }, ...companies.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget: { value } }) => address.change({ company_id: value || null, page: null })}
    />
  );
}
