import { Button } from '@mantine/core';
import type { QueryValues } from '../../api/call.ts';
import { DIALECTS } from '../../ui/lists/csv-dialects.ts';
import { ActionMenu } from '../../ui/page/action-menu.tsx';
import { IconDownload } from '../../ui/page/icons.ts';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { useDownload } from '../../ui/use-download.ts';
import { useDayTexts } from './days.texts.ts';

interface Choice {
  key: string;
  /** What is in the file, said with the name of a dialect. */
  label: (dialect: string) => string;
  query: QueryValues;
}

/** The same figures as a file, for a spreadsheet or for a program. */
export function DownloadMenu({ path, choices }: { path: string; choices: readonly Choice[] }) {
  const { download: label } = useDayTexts();
  const { dialect: words } = useUiTexts();
  const download = useDownload(path);
  return (
    <ActionMenu
      actions={choices.flatMap(({ key, label: labelOf, query }) =>
        DIALECTS.map((dialect) => ({
          key: `${key} ${dialect}`,
          label: labelOf(words[dialect]),
          onChoose: () => download.mutate({ ...query, format: 'csv', dialect }),
        })),
      )}
      renderTarget={(props) => (
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          {...props}
        >
          {label}
        </Button>
      )}
    />
  );
}
