import { Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from '../ui.texts.ts';
import styles from './frame.module.css';
import { useShellTexts } from './shell.texts.ts';
import { areLettersOn, setLetters } from './shortcut-setting.ts';

export interface KeyMeaning {
  key: string;
  meaning: string;
  /** Without it, the page presses what it marks with this letter. */
  press?: () => void;
}

export function KeyList({ letters, onClose }: { letters: readonly KeyMeaning[]; onClose: () => void }) {
  const { keys: t } = useShellTexts();
  const ui = useUiTexts();
  const [isOn, setIsOn] = useState(areLettersOn);
  const rows = [
    ['Ctrl K', t.palette],
    ['/', t.search],
    ['g', t.go],
    ...letters.map(({ key, meaning }) => [key, meaning]),
    ['j k', t.rows],
    ['f', t.filter],
    ['e', t.export],
    ['[ ]', t.pages],
    ['?', t.help],
  ];
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': ui.close }}>
      <dl className={styles.keys}>
        {rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t.off}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setIsOn(currentTarget.checked);
          setLetters(currentTarget.checked);
        }}
      />
    </Modal>
  );
}
