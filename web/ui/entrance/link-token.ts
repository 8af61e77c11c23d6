/**
 * The secret of a link stands behind `#`, so that no server, log or referrer sees it. It is taken out of the address
 * once it was read: who looks over a shoulder later, or into the history, finds none.
 */
function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(null, '', location.pathname + location.search);
  return token;
}

export const linkToken = takeToken();
