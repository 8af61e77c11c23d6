/** How the time of a run is divided, in seconds. */
export interface Phases {
  commits: number;
  warmUp: number;
  orders: number;
  lives: number;
}

/** Of the whole time, and at most so many seconds: beyond that a figure only becomes a little steadier. */
const COMMITS = { share: 0.05, most: 3 };
/** Node compiles what is hot after thousands of orders: a process that is new does two thirds of what it will do. */
const WARM_UP = { share: 0.25, most: 15 };

/** What is left is halved between orders and whole lives. */
export function divide(seconds: number): Phases {
  const commits = Math.min(COMMITS.most, seconds * COMMITS.share);
  const warmUp = Math.min(WARM_UP.most, seconds * WARM_UP.share);
  const half = (seconds - commits - warmUp) / 2;
  return { commits, warmUp, orders: half, lives: half };
}
