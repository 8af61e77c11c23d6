import { Button } from '@mantine/core';
import { IconBrandWhatsapp } from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';

/** Hands a text to the program most people here write with; nothing is sent before they choose to whom. */
export function WhatsAppButton({ text }: { text: string }) {
  const t = useUiTexts();
  return (
    <Button
      component="a"
      size="xs"
      variant="default"
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconBrandWhatsapp size={14} aria-hidden="true" />}
    >
      {t.whatsApp}
    </Button>
  );
}
