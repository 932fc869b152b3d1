/** Who is ticked, and how to tick, for the cells and heads of the list; a context, so that rows already drawn follow it. */
import { createContext } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';

export interface Ticking {
  readonly ticked: ReadonlySet<string>;
  /** Of the list that is shown. */
  readonly all: boolean;
  /** Ids are on their way. */
  readonly busy: boolean;
  /** How many there are to tick, in words of the person's language. */
  readonly total: string;
  /** @param range with everybody between them and the last one that was ticked */
  readonly tick: (user: UserSummary, range: boolean) => void;
  /** Everybody who matches now. */
  readonly tickAll: () => void;
  readonly clear: () => void;
}

const nothing = () => undefined;

export const TickingContext = createContext<Ticking>({
  ticked: new Set(),
  all: false,
  busy: false,
  total: '',
  tick: nothing,
  tickAll: nothing,
  clear: nothing,
});
