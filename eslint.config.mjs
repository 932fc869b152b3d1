/** Lint with the types at hand. Arrows between rooms are not here but in .dependency-cruiser.mjs; looks are prettier's alone. */
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const browser = ['src/**/*.{ts,tsx}', 'store/**/*.ts', 'api/**/*.ts'];

export default defineConfig(
  globalIgnores(['dist/', 'data/', '.cache/', 'coverage/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `() => close()` reads better than a block, and a number in a template is no surprise.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `match[1] as string` says that the pattern above vouches for it; a bare `!` says nothing.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // React's handlers may be async; what they throw reaches the window's own handler.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['src/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.recommended],
    rules: {
      // A dialog and a form that was asked for put the focus where the work begins: SCREENS ask for it.
      'jsx-a11y/no-autofocus': 'off',
      // Menus, tabs and panels move the focus among their items and listen to keys that bubble up; axe judges the page itself.
      'jsx-a11y/interactive-supports-focus': 'off',
      'jsx-a11y/no-noninteractive-element-interactions': 'off',
      'jsx-a11y/no-static-element-interactions': 'off',
      'jsx-a11y/click-events-have-key-events': 'off',
      // Our links get their content as children of the component.
      'jsx-a11y/anchor-has-content': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/src/**/*.tsx'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: browser,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router',
              importNames: ['BrowserRouter', 'Form', 'Link', 'NavLink', 'useFetcher'],
              message: 'Links are those of src/ui/Link, forms those of src/forms, calls those of the store.',
            },
            {
              name: 'ag-grid-community',
              importNames: [
                'AllCommunityModule',
                'ValidationModule',
                'TextFilterModule',
                'NumberFilterModule',
                'DateFilterModule',
              ],
              message: 'It costs more than it gives: name the lean modules one by one.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/ui/tokens.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Literal[value=/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i]',
          message: 'Colours live in src/ui/tokens.ts alone.',
        },
      ],
    },
  },
  {
    // Programs that speak to whoever runs them.
    files: [
      'deploy/**/*.ts',
      'bench/**/*.ts',
      'server/{main,demo,process/announce,process/signals}.ts',
      'server/admin/main.ts',
      'server/demo/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      'no-console': 'off',
      // A test says `answer.body!.users` and fails by itself where there is none.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `expect(port.report).toHaveBeenCalled()` names a method without calling it.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Literal[value=/\\.(ant|ag)-[a-z]/], TemplateElement[value.raw=/\\.(ant|ag)-[a-z]/])',
          message: 'Stories find what a person finds: by role and name.',
        },
      ],
    },
  },
);
