import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { findFile, readFileParts, type StoredFile } from '../../rails/cnab240/files.sql.ts';
import { remessaName } from '../../rails/cnab240/folders/write-out-files.ts';
import { recordBankFile } from './record-bank-file.ts';

export interface FileContent {
  file: StoredFile;
  fileName: string;
  content: AsyncIterable<Buffer>;
}

/** A file with its content, which names payers: that somebody took it is written down first. */
export async function readBankFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  id: number,
): Promise<FileContent> {
  const file = await findFile(deps.db, acquirer, id);
  if (!file) throw new ApiError('BANK_FILE_NOT_FOUND', `${acquirer} has no file ${id}`);
  const content = readFileParts(deps.db, file.id);
  const first = await content.next();
  if (first.done) throw new ApiError('BANK_FILE_FORGOTTEN', 'the content of files is forgotten after 180 days');
  await recordBankFile(deps, deps.db, 'bank_file.downloaded', acquirer, file);
  return { file, fileName: nameOf(acquirer, file), content: whole(first.value, content) };
}

async function* whole(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield first;
  yield* rest;
}

function nameOf(acquirer: string, { direction, number }: StoredFile): string {
  const remessa = remessaName(acquirer, number);
  return direction === 'remessa' ? remessa : remessa.replace(/rem$/, 'ret');
}
