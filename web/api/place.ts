/** Where this application stands, as it was built: `/dashboard` or `/operator`. */
export const PLACE = import.meta.env.BASE_URL.replace(/\/$/, '');

export const IS_CONSOLE = PLACE === '/operator';

/** Where whoever has not logged in asks: at the console that is a part of its one interface. */
export const ENTRANCE = IS_CONSOLE ? `${PLACE}/api` : PLACE;
