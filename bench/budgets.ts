/** The size budgets, each with the chunks that its view loads: the entry, names given by `webpackChunkName`, `*` for any ending. */

export interface View {
  readonly what: string;
  readonly needs: readonly string[];
  /** Nouns whose phrases come as files beside the code. */
  readonly phrases?: readonly string[];
  /** JS, CSS and phrases as a browser transfers them, 1 KB = 1,000 B. */
  readonly budgetKb: number;
}

const signIn = ['main', 'login', 'text-*'];

export const views: readonly View[] = [
  { what: 'sign-in form, first view', needs: signIn, budgetKb: 130 },
  { what: 'sign-in form, with what comes late', needs: [...signIn, 'store', 'sentry'], budgetKb: 240 },
  {
    what: 'users list, cold, everything',
    needs: ['main', 'text-*', 'store', 'users', 'grid'],
    phrases: ['users'],
    budgetKb: 470,
  },
];

/** Everything the build ships, uncompressed. */
export const RAW_BUDGET_KB = 3200;
