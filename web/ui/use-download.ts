import { useMutation } from '@tanstack/react-query';
import { callFile, type QueryValues } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { toast } from './page/toasts.tsx';
import { saveFile } from './save-file.ts';

/** Saves a file of the interface; the password is asked for where it must be, and the file comes then. */
export function useDownload(path: string, onSaved: () => void = () => {}) {
  const textOf = useErrorText();
  return useMutation({
    mutationFn: (query: QueryValues) => callFile(path, query),
    onSuccess: ({ name, content }) => {
      saveFile(name, content);
      onSaved();
    },
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
}
