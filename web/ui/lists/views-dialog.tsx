import { ActionIcon, Button, Group, Modal, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useAddress } from '../page/address.ts';
import { ErrorCard } from '../page/error-card.tsx';
import { IconTrash } from '../page/icons.ts';
import { Link } from '../page/link.tsx';
import { toast } from '../page/toasts.tsx';
import { useUiTexts } from '../ui.texts.ts';
import { businessNow } from '../values/business-clock.ts';
import type { Filter } from './filters.ts';
import { SkeletonRows } from './skeletons.tsx';
import { queryOfView, queryToSave } from './view-query.ts';
import styles from './views-dialog.module.css';

interface View {
  name: string;
  query: string;
}

interface ViewsDialogProps {
  page: string;
  filters: readonly Filter[];
  onClose: () => void;
}

const viewsQuery = (page: string) =>
  queryOptions({ queryKey: ['views', page], queryFn: () => call<{ data: View[] }>(`/users/me/views/${page}`) });
const pathOf = (page: string, name: string) => `/users/me/views/${page}/${encodeURIComponent(name)}`;

export function ViewsDialog({ page, filters, onClose }: ViewsDialogProps) {
  const ui = useUiTexts();
  const t = ui.views;
  const { data, error, refetch } = useQuery(viewsQuery(page));
  return (
    <Modal opened onClose={onClose} title={t.label} closeButtonProps={{ 'aria-label': ui.close }}>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {data && data.data.length === 0 && <p className={styles.none}>{t.none}</p>}
      {data && data.data.length > 0 && (
        <ul className={styles.views}>
          {data.data.map((view) => (
            <ViewRow key={view.name} view={view} page={page} filters={filters} onClose={onClose} />
          ))}
        </ul>
      )}
      <SaveForm page={page} filters={filters} />
    </Modal>
  );
}

function ViewRow({ view, page, filters, onClose }: ViewsDialogProps & { view: View }) {
  const { views: t } = useUiTexts();
  const address = useAddress();
  const client = useQueryClient();
  const textOf = useErrorText();
  const remove = useMutation({
    mutationFn: () => call(pathOf(page, view.name), { method: 'DELETE' }),
    onSuccess: () => {
      toast(t.removed);
      return client.invalidateQueries(viewsQuery(page));
    },
    onError: (failure) => toast(textOf(failure), { isFailure: true }),
  });
  return (
    <li>
      <Link to={address.path} query={queryOfView(view.query, address.query, filters, businessNow())} onClick={onClose}>
        {view.name}
      </Link>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={t.remove({ name: view.name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}

function SaveForm({ page, filters }: { page: string; filters: readonly Filter[] }) {
  const { views: t } = useUiTexts();
  const address = useAddress();
  const client = useQueryClient();
  const textOf = useErrorText();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () =>
      call(pathOf(page, name.trim()), {
        method: 'PUT',
        body: { query: queryToSave(address.query, filters, businessNow()) },
      }),
    onSuccess: () => {
      toast(t.saved);
      setName('');
      return client.invalidateQueries(viewsQuery(page));
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextInput
        label={t.name}
        maxLength={60}
        value={name}
        error={save.error ? textOf(save.error) : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group justify="flex-end" mt="sm">
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          {t.save}
        </Button>
      </Group>
    </form>
  );
}
