/** The page around the bundle: what must be there before any script, written into the HTML itself. */
import path from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import ts from 'typescript';
import webpack, { type Compilation, type Compiler, type RuleSetRule } from 'webpack';
import { fallbacksOf, type Locale, locales } from './api/contract/locale.ts';
import { themeCss } from './src/ui/theme/themeCss.ts';

const at = (...parts: string[]) => path.join(import.meta.dirname, ...parts);

/** The compiler of templates, in which the login form is drawn: everything in one piece, and no style sheets. */
export const templateCompiler = /HtmlWebpackCompiler/;

/** The script that runs before first paint, small enough to stand in the page itself. */
const inlineScript = () =>
  ts.transpileModule(readFileSync(at('src/boot.ts'), 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleDetection: ts.ModuleDetectionKind.Legacy,
    },
  }).outputText;

const icon = () => `data:image/svg+xml,${encodeURIComponent(readFileSync(at('public/icon.svg'), 'utf8').trim())}`;

/**
 * Short, as those of all chunks are in the first view, and random to a compressor. Not shorter: webpack replaces a hash wherever it stands
 * in an asset, and 2,300 numbers and words of them look like one of five digits, which changed a number in one build of four; 114 look
 * like one of eight.
 */
export const contentHash = '[contenthash:8]';

/** The phrases that come later are data, and stay files. */
export const phraseFiles = (production: boolean): RuleSetRule => ({
  test: /[\\/]locales[\\/][\w-]+[\\/](?!common|login|roles|rules)\w+\.json$/,
  compiler: { not: templateCompiler },
  type: 'asset/resource',
  generator: {
    filename: ({ filename = '' }: { readonly filename?: string }) =>
      `assets/text-${path.basename(path.dirname(filename))}-[name]${production ? `.${contentHash}` : ''}[ext]`,
  },
});

/** Fetched as a file where it is needed: as JavaScript it would be compiled. */
export const dataFiles = (production: boolean): RuleSetRule => ({
  test: /[\\/]mostCommonPasswords\.json$/,
  compiler: { not: templateCompiler },
  type: 'asset/resource',
  generator: { filename: `assets/[name]${production ? `.${contentHash}` : ''}[ext]` },
});

const fileOf = ({ namedChunks }: Compilation, chunk: string, ending = '.js'): string =>
  [...(namedChunks.get(chunk)?.files ?? [])].find((file) => file.endsWith(ending)) ?? '';

/** What the first views need besides the bundle, by name: the page asks for it at once instead of waiting to be told. */
const firstChunks = (compilation: Compilation): string => {
  const files = Object.keys(compilation.assets);
  /** A locale without phrases of its own takes those of its fallback. */
  const phrasesOf = (locale: Locale) =>
    [locale, ...(fallbacksOf[locale] ?? [])]
      .map((name) => files.find((file) => file.startsWith(`assets/text-${name}-users.`)))
      .find((file) => file !== undefined) ?? '';
  const named = [
    ['main', fileOf(compilation, 'main')],
    ['login', fileOf(compilation, 'login')],
    ['state', fileOf(compilation, 'state')],
    ['frame', fileOf(compilation, 'frame')],
    ['people', fileOf(compilation, 'people')],
    ...locales.flatMap((locale) => [
      [locale, fileOf(compilation, `text-${locale}`)],
      [`${locale}-users`, phrasesOf(locale)],
    ]),
  ];
  return JSON.stringify(Object.fromEntries(named.map(([name, file]) => [name, `/${file}`])));
};

/** What the server puts into the page for each request. */
const placeholders = {
  locale: '__LOCALE__',
  nonce: '__NONCE__',
  pageConfig: '__PAGE_CONFIG__',
  prerendered: '__PRERENDERED__',
  controlStyles: '__CONTROL_STYLES__',
  signedInStyles: '__SIGNED_IN_STYLES__',
};

/** Emits what lies in `public/` as it is, under its own name. */
export const publicFiles = (compiler: Compiler) => {
  compiler.hooks.thisCompilation.tap('publicFiles', (compilation) => {
    compilation.hooks.processAssets.tap(
      { name: 'publicFiles', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
      () => {
        for (const name of readdirSync(at('public')).filter((file) => file !== 'index.html')) {
          compilation.emitAsset(name, new webpack.sources.RawSource(readFileSync(at('public', name))));
        }
      },
    );
  });
};

/** Writes the style sheet of the first view into the page: the form is drawn as soon as the page is there. */
export const inlineStyles = (compiler: Compiler) => {
  compiler.hooks.compilation.tap('inlineStyles', (compilation) => {
    HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap('inlineStyles', (page) => {
      const isSheet = (tag: HtmlWebpackPlugin.HtmlTagObject) => tag.tagName === 'link' && tag.attributes.rel === 'stylesheet';
      const css = page.headTags
        .filter(isSheet)
        .map((tag) => compilation.getAsset(String(tag.attributes.href).replace(/^\//, ''))?.source.source().toString() ?? '')
        .join('');
      const style = HtmlWebpackPlugin.createHtmlTagObject('style', { nonce: placeholders.nonce }, css);
      return { ...page, headTags: [style, ...page.headTags.filter((tag) => !isSheet(tag))] };
    });
  });
};

/** Writes the style sheet of signed-in screens as an element, which the server puts into the page of a session: one request less. */
export const signedInStyles = (compiler: Compiler) => {
  compiler.hooks.thisCompilation.tap('signedInStyles', (compilation) => {
    compilation.hooks.processAssets.tap(
      { name: 'signedInStyles', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE },
      () => {
        const sheet = fileOf(compilation, 'frame', '.css');
        const css = compilation.getAsset(sheet)?.source.source().toString() ?? '';
        // By this attribute the bundle knows that it has the sheet.
        const element = `<style nonce="${placeholders.nonce}" data-href="/${sheet}">${css}</style>`;
        compilation.emitAsset('prerendered/signedIn.html', new webpack.sources.RawSource(element));
      },
    );
  });
};

export const pages = (production: boolean): HtmlWebpackPlugin[] => [
  new HtmlWebpackPlugin({
    template: at('public/index.html'),
    scriptLoading: 'defer',
    inject: false,
    templateParameters: (compilation: Compilation, _assets: unknown, { headTags }: { readonly headTags: unknown }) => ({
      headTags,
      inlineScript: inlineScript(),
      themeCss: themeCss(),
      icon: icon(),
      chunks: firstChunks(compilation),
      ...placeholders,
    }),
    // The style sheets are minified already; the CSS minifier of HtmlWebpackPlugin does not know nested rules.
    minify: production && { collapseWhitespace: true, removeComments: true, minifyJS: true },
  }),
  new HtmlWebpackPlugin({
    template: at('src/prerenderControls.tsx'),
    // As a style sheet it is minified.
    filename: 'prerendered/controls.css',
    inject: false,
    minify: false,
  }),
  ...locales.map(
    (locale) =>
      new HtmlWebpackPlugin({
        template: at('src/prerender.tsx'),
        filename: `prerendered/${locale}.html`,
        templateParameters: { locale },
        inject: false,
        minify: false,
      }),
  ),
];
