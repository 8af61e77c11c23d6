import './ui/mantine.css';
import './ui/theme.css';

/** Who logs in waits for a form, not for the whole dashboard; the shell in the page stands until either has come. */
const isOutside = /^\/dashboard\/(login|forgot|reset|invitation|sign-up)\/?$/.test(location.pathname);
const { start } = isOutside ? await import('./login/start-login.tsx') : await import('./app/start-app.ts');
start();
