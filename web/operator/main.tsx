import '../ui/mantine.css';
import '../ui/theme.css';
import './console.css';

/** Who logs in waits for a form, not for the whole console; the shell in the page stands until either has come. */
const isOutside = /^\/operator\/(login|reset|invitation)\/?$/.test(location.pathname);
const { start } = isOutside ? await import('./login/start-login.tsx') : await import('./app/start-app.ts');
start();
