/**
 * The arrows of the house, as patterns. Columns are nouns, storeys are layers: down, never up; one's own noun, never a sibling's.
 * Type-only imports count, for a type is knowledge too.
 */
const nouns =
  'login|mfa|passkeys|recovery|invite|security|support|tickets|users|roles|organisations|applications|audit|health|views|reports|directories|identityProviders|connections|imports|systemSettings';
/** A file or folder of a noun: `users/…`, `users.api.ts`, `users.self.api.ts`. `$1` is the noun. */
const room = (storey) => `^${storey}/(${nouns})[./]`;
const sameRoom = (storey) => `^${storey}/$1[./]`;
/** These list the rooms and decide nothing. */
const roots = '^(src/main\\.tsx|src/app/[^/]*routes\\.tsx|store/createStore\\.ts|server/(main|demo|start|app|rooms)\\.ts)$';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const noUp = [
  rule(
    'the-contract-stands-on-nothing',
    'The contract knows itself, its schema library and the estimator of password strength.',
    { path: '^api/contract/' },
    { pathNot: ['^api/contract/', '^node_modules/(zod|@zxcvbn-ts)/'] },
  ),
  rule('phrases-import-nothing', 'Locales are data.', { path: '^locales/' }, { pathNot: '^locales/' }),
  rule(
    'the-client-knows-only-the-contract',
    'The API client neither toasts nor navigates.',
    { path: '^api/client/' },
    { path: '^(src|store|server|locales|test|bench|deploy)/' },
  ),
  rule(
    'the-store-knows-no-screen',
    'Sagas reach router, phrases and error reports through ports.',
    { path: '^store/' },
    { path: '^(src|server|locales|test|bench|deploy)/' },
  ),
  rule(
    'the-browser-knows-no-server',
    'What both need is the contract.',
    { path: '^src/' },
    { path: '^(server|test|bench|deploy)/' },
  ),
  rule(
    'the-server-knows-no-browser',
    'What both need is the contract.',
    { path: '^server/' },
    { path: '^(src|store|api/client|test|bench|deploy)/' },
  ),
  rule(
    'shared-rooms-know-no-feature',
    'ui, forms, i18n and paths serve every feature and know none.',
    { path: '^src/(ui|forms|i18n|paths\\.ts)' },
    { path: '^src/(features|app|shell|list|secrets|session|navigation)/' },
  ),
  rule(
    'a-feature-knows-no-shell',
    'app lists the features. What lies below offers them its words (.ts), never its parts (.tsx).',
    { path: '^src/features/' },
    { path: ['^src/app/', '^src/(shell|session|navigation)/.*\\.tsx$'] },
  ),
  rule(
    'only-roots-know-the-whole-store',
    'Selectors are typed on the slice’s own key.',
    { pathNot: [roots, '^src/(app/openStore|lazyStore)\\.ts$', '^test/'] },
    { path: '^store/createStore\\.ts$' },
  ),
  rule(
    'nobody-imports-a-root',
    'A composition root stands at the end of every arrow.',
    { pathNot: [roots, '^(test|bench|deploy)/'] },
    { path: '^(src/main\\.tsx|server/(main|demo|app|rooms)\\.ts)$' },
  ),
];

const storeys = ['src/features', 'store', 'api/client', 'server'];

/**
 * The audit's writer serves every noun; an import reads names as directories send them, and passkeys as browsers do.
 */
const servesAll = [
  '^server/audit/append\\.ts$',
  '^server/directories/users/(person|providedNames)\\.ts$',
  '^server/passkeys/(devices|publicKey|relyingParty)\\.ts$',
];

const ownNoun = storeys.map((storey) =>
  rule(
    `own-noun-in-${storey.replace('/', '-')}`,
    'Rooms of different nouns meet in a composition root, never in each other.',
    { path: room(storey), pathNot: roots },
    // A screen or a saga calls whatever the server offers.
    {
      path: storeys.map(room),
      pathNot: [...storeys.map(sameRoom), ...servesAll, ...(/^(src|store)/.test(storey) ? ['^api/client/'] : [])],
    },
  ),
);

const below = [
  rule(
    'parts-of-screens-know-no-feature',
    'A list whose rows are all there, a secret shown once, a CSV file, choices of organisations and roles, applications and logins serve several features.',
    { path: '^src/(list|secrets|csv|choices|applications|logIns)/' },
    { path: '^src/(features|app|shell)/' },
  ),
  rule(
    'navigation-and-session-know-no-shell',
    'Routes and the session serve the shell and the features.',
    { path: '^src/(navigation|session|errors|pageConfig)/' },
    { path: '^src/(shell|list|secrets|csv|choices|applications|logIns|app|features)/' },
  ),
  rule(
    'the-shell-knows-no-feature',
    'app lists the features.',
    { path: '^src/shell/' },
    { path: '^src/(app|features)/', pathNot: '\\.routes\\.tsx?$' },
  ),
  rule(
    'the-database-knows-no-http',
    'Queries, schema and migrations know neither requests nor sessions.',
    { path: '^server/db/' },
    { path: '^server/', pathNot: '^server/(db/|config/|clock\\.ts$)' },
  ),
];

const doors = [
  rule(
    'a-feature-has-one-door',
    'From outside a feature, only its routes may be imported.',
    { path: '^(?!test/)', pathNot: '^src/features/' },
    { path: '^src/features/', pathNot: '\\.routes\\.tsx?$' },
  ),
  rule(
    'only-the-skin-knows-the-grid',
    'AG Grid is imported by src/ui alone.',
    { path: '^(src|store|api)/', pathNot: '^src/ui/' },
    { path: '^node_modules/ag-grid' },
  ),
  rule(
    'the-sign-in-family-is-light',
    'Native controls: a grid or a kit of components would cost more than the whole first view.',
    { path: '^src/(main\\.tsx|boot\\.ts|i18n/|(forms|ui)/native/|features/(login|mfa|recovery|support)/)' },
    { path: '^node_modules/(antd|@ant-design|ag-grid)' },
  ),
  rule(
    'the-browser-carries-no-schemas',
    'Zod and the shapes stay on the server; the browser takes their types, and of the contract what is data (webpack.contract.ts).',
    { path: '^(src|store|api/client)/' },
    {
      path: ['^node_modules/zod/', '^api/contract/(index|endpoint|shape)\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  ),
];

const order = [
  rule('no-cycles', 'A cycle is two rooms that are one.', {}, { circular: true }),
  rule(
    'no-lumber-rooms',
    'A file is named for what it holds.',
    {},
    { path: '(^|/)(utils?|helpers?|common|misc|shared)(/|\\.tsx?$)', pathNot: '^node_modules/' },
  ),
  rule(
    'no-barrels',
    'Import from the file that holds it; the registry of the contract is no barrel.',
    { path: '^(src|store|api|server)/.*/index\\.tsx?$', pathNot: '^api/contract/index\\.ts$' },
    {},
  ),
  rule('resolvable', 'Everything imported is there.', {}, { couldNotResolve: true }),
  rule('declared', 'Every package imported is in package.json.', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
  rule(
    'server-runs-without-dev-packages',
    'What the server imports is installed in production.',
    { path: '^(server|api/contract)/' },
    {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
    },
  ),
];

export default {
  forbidden: [...noUp, ...ownNoun, ...below, ...doors, ...order],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'node'],
    },
    cache: { folder: '.cache/arrows', strategy: 'content' },
  },
};
