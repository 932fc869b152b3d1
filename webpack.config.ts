/** The one build: TypeScript is only transpiled here (types are checked apart), names carry hashes, brotli is made once, at build time. */
import path from 'node:path';
import { type BrotliOptions, constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Chunk, type ChunkGraph, type Configuration, type Module } from 'webpack';
import type {} from 'webpack-dev-server';
import { inlineStyles, pages, publicFiles, templateCompiler } from './webpack.page.ts';

const root = import.meta.dirname;
const at = (...parts: string[]) => path.join(root, ...parts);

/** Parts of the error reports' code that nothing here uses. */
const errorReportingFlags = {
  __SENTRY_DEBUG__: false,
  __SENTRY_EXCLUDE_REPLAY_WORKER__: true,
  __RRWEB_EXCLUDE_IFRAME__: true,
  __RRWEB_EXCLUDE_SHADOW_DOM__: true,
};

/** Whatever comes with the store, so that others find it there instead of carrying it again; but the login form waits for none of it. */
function comesWithStore(module: Module, { chunkGraph }: { readonly chunkGraph: ChunkGraph }): boolean {
  const names = [...chunkGraph.getModuleChunksIterable(module)].map((chunk) => chunk.name);
  return names.includes('store') && !names.includes('login');
}

/** What the login form shares with other screens: it is in the first view anyway, so all find it there. */
function comesWithLogin(module: Module, { chunkGraph }: { readonly chunkGraph: ChunkGraph }): boolean {
  const names = [...chunkGraph.getModuleChunksIterable(module)].map((chunk) => chunk.name);
  return module.type.startsWith('javascript') && names.includes('login');
}

/** The screens of administration: what two of them share stands with the list of people, which pays one request for it. */
const isAdministration = ({ name }: Chunk): boolean => /^(user|organisation|audit|import|palette)/.test(name ?? '');

/** The phrases of a locale in two more chunks: what an account's owner reads, and what an administrator reads. */
const phrases = {
  test: /[\\/]locales[\\/][\w-]+[\\/](?!common|login|rules)\w+\.json$/,
  name: (module: Module) => {
    const [, locale = '', noun = ''] = /([\w-]+)[\\/](\w+)\.json$/.exec(module.identifier()) ?? [];
    return `text-${/^(users|roles|organisations|audit|sync)$/.test(noun) ? 'admin' : 'account'}-${locale}`;
  },
  chunks: 'async',
  enforce: true,
} as const;

export default (_env: unknown, { mode = 'production' }: { mode?: 'production' | 'development' }): Configuration => {
  const production = mode === 'production';
  return {
    mode,
    target: ['web', 'es2022'],
    entry: { main: at('src/main.tsx') },
    devtool: production ? false : 'eval-cheap-module-source-map',
    cache: {
      type: 'filesystem',
      cacheDirectory: at('node_modules/.cache/webpack'),
      buildDependencies: { config: [import.meta.filename] },
    },
    output: {
      path: at('dist'),
      publicPath: '/',
      clean: true,
      filename: production ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      chunkFilename: production ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      crossOriginLoading: false,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: { '@api': at('api'), '@store': at('store'), '@src': at('src'), '@locales': at('locales') },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'ts-loader',
          options: { transpileOnly: true, compilerOptions: { noEmit: false, allowImportingTsExtensions: false } },
        },
        { test: /\.tsx?$/, compiler: templateCompiler, parser: { dynamicImportMode: 'eager' } },
        // What is drawn at build time is markup alone.
        { test: /\.css$/, compiler: templateCompiler, type: 'asset/source' },
        { test: /\.css$/, compiler: { not: templateCompiler }, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
      ],
    },
    plugins: [
      publicFiles,
      new webpack.DefinePlugin(errorReportingFlags),
      ...(production ? [inlineStyles] : []),
      new MiniCssExtractPlugin({ filename: production ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css' }),
      ...pages(production),
      ...(production
        ? [
            new CompressionPlugin<BrotliOptions>({
              test: /\.(js|css|svg|json|txt)$/,
              filename: '[path][base].br',
              algorithm: 'brotliCompress',
              compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
              threshold: 512,
            }),
          ]
        : []),
    ],
    optimization: {
      moduleIds: 'deterministic',
      minimizer: ['...', new CssMinimizerPlugin()],
      splitChunks: {
        // Requests cost more than a few modules that stand in two chunks.
        minSize: 60_000,
        cacheGroups: {
          defaultVendors: false,
          phrases,
          state: { test: comesWithStore, name: 'state', chunks: 'async', enforce: true },
          first: { test: comesWithLogin, name: 'main', chunks: 'all', minChunks: 4, enforce: true },
          people: { type: /^javascript/, name: 'people', chunks: isAdministration, minChunks: 2, enforce: true },
        },
      },
      // The marks that React needs to take over the drawn form are comments.
      minimizeOptions: { html: false, javascript: { ecma: 2022, compress: { ecma: 2022, passes: 3, unsafe_arrows: true } } },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    devServer: {
      port: 8081,
      historyApiFallback: true,
      client: { overlay: false },
      proxy: [{ context: ['/api'], target: 'http://localhost:8080' }],
    },
  };
};
