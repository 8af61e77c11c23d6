import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { IconSearch } from '../page/icons.ts';
import styles from './frame.module.css';
import { type PaletteItem, type PaletteSources, usePaletteItems } from './palette-items.ts';
import { useShellTexts } from './shell.texts.ts';

const TYPING_MS = 200;

export interface PaletteProps extends PaletteSources {
  /** What can be found here, for its name and for the empty field. */
  title: string;
  placeholder: string;
  onClose: () => void;
}

/** One field for everything: what is written narrows the list, the arrows choose, Enter goes. */
export function CommandPalette({ title, placeholder, onClose, ...sources }: PaletteProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const items = usePaletteItems(asked, sources);
  const [at, setAt] = useState(0);
  const chosen = items[Math.min(at, items.length - 1)];
  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((Math.min(at, items.length - 1) + step + items.length) % Math.max(items.length, 1));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false} size="lg" centered={false} yOffset="10vh">
      <TextInput
        aria-label={title}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(chosen ? { 'aria-activedescendant': `${listId}-${chosen.key}` } : {})}
        placeholder={placeholder}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        data-autofocus
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
      />
      <Found title={title} items={items} chosen={chosen} listId={listId} onRun={run} />
    </Modal>
  );
}

interface FoundProps {
  title: string;
  items: readonly PaletteItem[];
  chosen: PaletteItem | undefined;
  listId: string;
  onRun: (item: PaletteItem) => void;
}

function Found({ title, items, chosen, listId, onRun }: FoundProps) {
  const { palette: t } = useShellTexts();
  const chosenId = chosen && `${listId}-${chosen.key}`;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <div id={listId} role="listbox" aria-label={title} className={styles.paletteList}>
      {items.length === 0 && <p className={styles.paletteGroup}>{t.none}</p>}
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields in a form.
        <div key={group} role="group" aria-label={group}>
          <div className={styles.paletteGroup} aria-hidden="true">
            {group}
          </div>
          {items
            .filter((item) => item.group === group)
            .map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus.
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option.
              <div
                key={item.key}
                id={`${listId}-${item.key}`}
                role="option"
                aria-selected={item === chosen}
                className={styles.paletteItem}
                onClick={() => onRun(item)}
              >
                <item.icon size={18} aria-hidden="true" />
                {item.label}
                {item.detail && <span className={styles.paletteDetail}>{item.detail}</span>}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
