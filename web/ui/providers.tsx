import { MantineProvider } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { LanguageProvider } from '../i18n/language.tsx';
import { cssVariablesResolver, schemeInCookie, shareNonce, theme } from './theme.ts';

const nonce = shareNonce();

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeInCookie}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <LanguageProvider>
        <Suspense fallback={null}>{children}</Suspense>
      </LanguageProvider>
    </MantineProvider>
  );
}
