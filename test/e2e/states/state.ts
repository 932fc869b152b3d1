/** What a state of a screen is: a name, and the way there, gone for real. The lists beside this file hold them all. */
import type { Visit } from './visit.ts';

/** Which of the world's servers it stands on. */
export type SiteName = 'one application' | 'several applications';

export interface State {
  /** Also the name of its picture: `login-form-wrong`. */
  readonly name: string;
  readonly reach: (visit: Visit) => Promise<unknown>;
  readonly at?: SiteName;
  /** What the console says of it and may. */
  readonly complains?: RegExp;
  /** It closes when the window's size changes, so that the way is gone again for each width. */
  readonly closesOnResize?: true;
  /** The picture shows the window, not the whole page: for what lies over it. */
  readonly windowOnly?: true;
}
