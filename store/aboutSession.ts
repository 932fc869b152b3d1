/** What the room of the session tells others: whose it is, whether they have left, and that a page holds work it must outlive. */
export { hasLeft } from './login/leaving.ts';
export { selectSelf } from './login/session.slice.ts';
export { workHeld, workReleased } from './login/work.slice.ts';
