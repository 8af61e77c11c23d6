import { Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useAppTexts } from './app.texts.ts';
import styles from './frame.module.css';
import { areLettersOn, setLetters } from './shortcut-setting.ts';

export function KeyList({ onClose }: { onClose: () => void }) {
  const { keys: t } = useAppTexts();
  const ui = useUiTexts();
  const [isOn, setIsOn] = useState(areLettersOn);
  const rows = [
    ['Ctrl K', t.palette],
    ['/', t.search],
    ['g', t.go],
    ['n', t.newPayment],
    ['j k', t.rows],
    ['f', t.filter],
    ['e', t.export],
    ['r', t.refund],
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
