/** The one build: TypeScript is only transpiled here (types are checked apart), names carry hashes, brotli is made once, at build time. */
import path from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { type BrotliOptions, constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import ts from 'typescript';
import webpack, { type Compiler, type Configuration } from 'webpack';
import type {} from 'webpack-dev-server';
import { themeCss } from './src/ui/theme/themeCss.ts';

const root = import.meta.dirname;
const at = (...parts: string[]) => path.join(root, ...parts);

/** The script that runs before first paint, small enough to stand in the page itself. */
const inlineScript = () =>
  ts.transpileModule(readFileSync(at('src/boot.ts'), 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleDetection: ts.ModuleDetectionKind.Legacy,
    },
  }).outputText;

/** What the server puts into the page for each request, and what the dev server shows in its place. */
const placeholders = { locale: '__LOCALE__', nonce: '__NONCE__', pageConfig: '__PAGE_CONFIG__', prerendered: '__PRERENDERED__' };
const samples = { locale: 'en-US', nonce: '', pageConfig: '{}', prerendered: '' };

/** Emits what lies in `public/` as it is, under its own name. */
const publicFiles = (compiler: Compiler) => {
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
      filename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
      chunkFilename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
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
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
      ],
    },
    plugins: [
      publicFiles,
      new MiniCssExtractPlugin({ filename: production ? 'assets/[name].[contenthash:10].css' : 'assets/[name].css' }),
      new HtmlWebpackPlugin({
        template: at('public/index.html'),
        scriptLoading: 'defer',
        templateParameters: { inlineScript: inlineScript(), themeCss: themeCss(), ...(production ? placeholders : samples) },
        minify: production ? { collapseWhitespace: true, removeComments: true, minifyJS: true, minifyCSS: true } : false,
      }),
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
