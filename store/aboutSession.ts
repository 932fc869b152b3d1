/** What the room of the session tells others: whose it is, and that a page holds work it must outlive. */
export { selectSelf } from './login/session.slice.ts';
export { workHeld, workReleased } from './login/work.slice.ts';
