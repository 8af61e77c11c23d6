import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorSchemeManager,
  type VariantColorsResolver,
} from '@mantine/core';
import { getNonce, setNonce } from 'get-nonce';
import { rememberInCookie } from './cookies.ts';

/** Filled controls have our colours in both schemes; the library would put white on a light green. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const name = input.color === 'red' ? 'danger' : 'primary';
  const ours = input.color === undefined || input.color === 'brand' || input.color === 'red';
  if (!ours) return resolved;
  if (input.variant === 'filled')
    return {
      background: `var(--v-${name})`,
      hover: `var(--v-${name}-hover)`,
      color: `var(--v-on-${name})`,
      border: '1px solid transparent',
    };
  if (input.variant === 'subtle' || input.variant === 'light' || input.variant === 'outline')
    return { ...resolved, color: `var(--v-${name})`, hover: 'var(--v-raised)' };
  return resolved;
};

export const theme = createTheme({
  primaryColor: 'brand',
  colors: {
    brand: [
      '#e0f0ea',
      '#c0e2d5',
      '#9cd3be',
      '#75c5a7',
      '#4fc79c',
      '#2f9c78',
      '#1b8263',
      '#0b6b4f',
      '#085540',
      '#063f30',
    ],
  },
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  fontFamily: 'system-ui, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '18px', xl: '22px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '26px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  headings: { fontWeight: '600' },
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // The star would become part of the label that a reader hears and a person looks for.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 120 } } },
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => {
  const ours = {
    '--mantine-color-body': 'var(--v-surface)',
    '--mantine-color-text': 'var(--v-text)',
    '--mantine-color-dimmed': 'var(--v-muted)',
    '--mantine-color-placeholder': 'var(--v-muted)',
    '--mantine-color-anchor': 'var(--v-primary)',
    '--mantine-color-error': 'var(--v-danger)',
    '--mantine-color-default': 'var(--v-surface)',
    '--mantine-color-default-hover': 'var(--v-raised)',
    '--mantine-color-default-color': 'var(--v-text)',
    '--mantine-color-default-border': 'var(--v-control)',
    '--mantine-primary-color-filled': 'var(--v-primary)',
    '--mantine-primary-color-filled-hover': 'var(--v-primary-hover)',
    '--mantine-primary-color-contrast': 'var(--v-on-primary)',
    '--mantine-color-brand-filled': 'var(--v-primary)',
    '--mantine-color-disabled': 'var(--v-raised)',
    '--mantine-color-disabled-color': 'var(--v-muted)',
    '--mantine-color-disabled-border': 'var(--v-line)',
  };
  return { variables: {}, light: ours, dark: ours };
};

/** Styles may be written into the page by whoever knows the nonce of this page. Mantine and its scroll lock do. */
export function shareNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');
  setNonce(meta?.nonce ?? '');
  return getNonce() ?? '';
}

/** In a cookie, so that the server can write it into the page before the first paint. */
export const schemeInCookie: MantineColorSchemeManager = {
  get: (standard) => {
    const found = /(?:^|; )vintem_theme=(dark|light)/.exec(document.cookie)?.[1];
    return found === 'dark' || found === 'light' ? found : standard;
  },
  set: (scheme) => rememberInCookie('vintem_theme', scheme === 'auto' ? '' : scheme),
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => rememberInCookie('vintem_theme', ''),
};
