import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  BankAccounts,
  BankFiles,
  ReceivedRetorno,
  RetornoPreview,
  SentRemessa,
} from '../../../src/doors/operator/files/files.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';

export type BankAccount = Static<typeof BankAccounts>['data'][number];
type FileList = Static<typeof BankFiles>;
export type ListedFile = FileList['data'][number];
export type Preview = Static<typeof RetornoPreview>;
export type PreviewedLine = Preview['lines'][number];
type Received = Static<typeof ReceivedRetorno>;
type Sent = Static<typeof SentRemessa>;

/** All that a new file changes. */
export const FILES_KEY = ['bank-files'];

const pathOf = (name: string) => `/bank-accounts/${encodeURIComponent(name)}`;

export const contentPath = (name: string, id: number) => `${pathOf(name)}/files/${id}/content`;

export const accountsQuery = queryOptions({
  queryKey: [...FILES_KEY, 'accounts'],
  queryFn: ({ signal }) => call<Static<typeof BankAccounts>>('/bank-accounts', { signal }),
});

export const filesQuery = (name: string, query: QueryValues) =>
  queryOptions({
    queryKey: [...FILES_KEY, 'list', name, query],
    queryFn: ({ signal }) => call<FileList>(`${pathOf(name)}/files`, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const sendRemessa = (name: string) => call<Sent>(`${pathOf(name)}/remessas`, { method: 'POST' });

/** The lines after that one, and counts and sums over all of them. */
export const previewRetorno = (name: string, file: Blob, after: number) =>
  call<Preview>(`${pathOf(name)}/retornos/preview`, { method: 'POST', file, query: { after } });

/** Exactly what the preview has shown, or nothing. */
export const receiveRetorno = (name: string, file: Blob, plan: string) =>
  call<Received>(`${pathOf(name)}/retornos`, { method: 'POST', file, query: { plan } });
