import './mantine.css';
import './theme.css';

/** Who logs in waits for a form, not for the whole dashboard; the shell in the page stands until either has come. */
const isLogin = /^\/dashboard\/login\/?$/.test(location.pathname);
const { start } = isLogin ? await import('./login/start-login.tsx') : await import('./app/start-app.tsx');
start();
