/** Size budgets per view, with what it loads: the entry and `webpackChunkName`s, where `*` matches any ending, and files by their path. */

export interface View {
  readonly label: string;
  readonly chunks: readonly string[];
  /** i18n namespaces whose phrases are fetched as separate JSON files. */
  readonly phraseFiles?: readonly string[];
  /** JS, CSS and phrases as transferred (brotli), 1 KB = 1,000 B. */
  readonly budgetKb: number;
}

const signIn = ['main', 'login', 'text-*'];
const signedIn = ['main', 'text-*', 'store', 'signedIn', 'prerendered/controls.css'];

export const views: readonly View[] = [
  { label: 'sign-in form, first view', chunks: signIn, budgetKb: 128 },
  { label: 'sign-in form, with what comes late', chunks: [...signIn, 'store', 'sentry'], budgetKb: 238 },
  {
    label: 'sign-in form, late, where there can be passkeys',
    chunks: [...signIn, 'store', 'sentry', 'passkeys'],
    phraseFiles: ['passkeys'],
    budgetKb: 245,
  },
  {
    label: 'users list, cold, everything',
    chunks: [...signedIn, 'users', 'grid'],
    phraseFiles: ['users'],
    budgetKb: 440,
  },
  { label: 'overview, cold', chunks: [...signedIn, 'overview'], phraseFiles: ['overview'], budgetKb: 355 },
  { label: 'audit report, cold', chunks: [...signedIn, 'audit', 'grid'], phraseFiles: ['audit', 'actions'], budgetKb: 570 },
  { label: 'reports, cold', chunks: [...signedIn, 'audit'], phraseFiles: ['audit', 'actions'], budgetKb: 405 },
  { label: 'edit user, cold', chunks: [...signedIn, 'user-edit'], phraseFiles: ['users', 'actions', 'audit'], budgetKb: 405 },
  { label: 'invite and add users, cold', chunks: [...signedIn, 'user-invite'], phraseFiles: ['users'], budgetKb: 400 },
  { label: 'import users, cold', chunks: [...signedIn, 'import'], phraseFiles: ['import'], budgetKb: 400 },
  { label: 'move in, cold', chunks: [...signedIn, 'imports'], phraseFiles: ['imports'], budgetKb: 400 },
  { label: 'organisations, cold', chunks: [...signedIn, 'organisations', 'grid'], phraseFiles: ['organisations'], budgetKb: 555 },
  { label: 'tickets, cold', chunks: [...signedIn, 'tickets', 'grid'], phraseFiles: ['tickets'], budgetKb: 560 },
  {
    label: 'connections, cold',
    chunks: [...signedIn, 'connections'],
    phraseFiles: ['connections', 'federation', 'provisioning'],
    budgetKb: 410,
  },
  { label: 'approvals, cold', chunks: [...signedIn, 'organisations'], phraseFiles: ['session', 'actions'], budgetKb: 390 },
  { label: 'applications, cold', chunks: [...signedIn, 'applications', 'grid'], phraseFiles: ['applications'], budgetKb: 560 },
  { label: 'own applications, cold', chunks: [...signedIn, 'my-applications'], phraseFiles: ['applications'], budgetKb: 355 },
  {
    label: 'security details, cold',
    chunks: [...signedIn, 'security'],
    phraseFiles: ['security', 'actions', 'mfa'],
    budgetKb: 370,
  },
  { label: 'support form, cold', chunks: ['main', 'text-*', 'store', 'support'], phraseFiles: ['support'], budgetKb: 190 },
];

/** All JS and CSS of the build, uncompressed. */
export const RAW_BUDGET_KB = 3220;
