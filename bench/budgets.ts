/** Size budgets per view, with the chunks it loads: the entry and `webpackChunkName`s; `*` matches any ending. */

export interface View {
  readonly label: string;
  readonly chunks: readonly string[];
  /** i18n namespaces whose phrases are fetched as separate JSON files. */
  readonly phraseFiles?: readonly string[];
  /** JS, CSS and phrases as transferred (brotli), 1 KB = 1,000 B. */
  readonly budgetKb: number;
}

const signIn = ['main', 'login', 'text-*'];

export const views: readonly View[] = [
  { label: 'sign-in form, first view', chunks: signIn, budgetKb: 130 },
  { label: 'sign-in form, with what comes late', chunks: [...signIn, 'store', 'sentry'], budgetKb: 240 },
  {
    label: 'sign-in form, late, where there can be passkeys',
    chunks: [...signIn, 'store', 'sentry', 'passkeys'],
    phraseFiles: ['passkeys'],
    budgetKb: 245,
  },
  {
    label: 'users list, cold, everything',
    chunks: ['main', 'text-*', 'store', 'signedIn', 'users', 'grid'],
    phraseFiles: ['users'],
    budgetKb: 470,
  },
];

/** All JS and CSS of the build, uncompressed. */
export const RAW_BUDGET_KB = 3200;
