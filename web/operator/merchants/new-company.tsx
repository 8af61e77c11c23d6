import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiFailure } from '../../api/failure.ts';
import { CompanyFields, EMPTY_ACCOUNT } from '../../ui/entrance/account-fields.tsx';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { useAddress } from '../../ui/page/address.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { useMerchantTexts } from './merchants.texts.ts';

/** The same fields as whoever begins by a link. Import it lazily: it brings the parts that float. */
export function NewCompany({ merchantId, onClose }: { merchantId: number; onClose: () => void }) {
  const { companies: t, begin } = useMerchantTexts();
  const client = useQueryClient();
  const address = useAddress();
  const [draft, setDraft] = useState(EMPTY_ACCOUNT);
  const [wrongField, setWrongField] = useState<string | null>(null);
  const create = async () => {
    try {
      const body = draft.company;
      const { id } = await call<{ id: number }>(`/merchants/${merchantId}/companies`, { method: 'POST', body });
      toast(t.created);
      await client.invalidateQueries({ queryKey: ['merchants'] });
      address.go(`/companies/${id}`);
    } catch (error) {
      setWrongField(error instanceof ApiFailure ? (error.field ?? null) : null);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title={t.add}
      action={t.submit}
      isReady={draft.company.name.trim() !== '' && draft.company.document.trim() !== ''}
      onConfirm={create}
      onClose={onClose}
    >
      <Stack gap="sm">
        <CompanyFields
          draft={draft}
          onChange={setDraft}
          problemAt={(field) => (wrongField !== null && field.endsWith(`.${wrongField}`) ? begin.wrong : undefined)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
