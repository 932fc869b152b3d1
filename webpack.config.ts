/** The one build: TypeScript is only transpiled here (types are checked apart), names carry hashes, brotli is made once, at build time. */
import path from 'node:path';
import { type BrotliOptions, constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration } from 'webpack';
import { splitChunks } from './webpack.chunks.ts';
import {
  contentHash,
  dataFiles,
  inlineStyles,
  pages,
  phraseFiles,
  publicFiles,
  signedInStyles,
  templateCompiler,
} from './webpack.page.ts';

const root = import.meta.dirname;
const at = (...parts: string[]) => path.join(root, ...parts);

/** Parts of the error reports' code that nothing here uses. */
const errorReportingFlags = {
  __SENTRY_DEBUG__: false,
  __SENTRY_EXCLUDE_REPLAY_WORKER__: true,
  __RRWEB_EXCLUDE_IFRAME__: true,
  __RRWEB_EXCLUDE_SHADOW_DOM__: true,
};

/**
 * Parts of antd that nothing here reaches, although others of its modules import them: its forms' validation (final-form's is used),
 * pictures of Result, the one popup for all tooltips, which would bring the code of popups into the first view, the wave around pressed
 * buttons, which is off, and what hangs on a component as its property (`Modal.confirm`, `Input.OTP`).
 */
const unreached = Object.fromEntries(
  [
    '@rc-component/async-validator/es/index.js',
    'antd/es/dropdown/dropdown-button.js',
    'antd/es/input/OTP/index.js',
    'antd/es/input/Search.js',
    'antd/es/modal/PurePanel.js',
    'antd/es/modal/confirm.js',
    'antd/es/modal/useModal/index.js',
    'antd/es/progress/Circle.js',
    'antd/es/result/noFound.js',
    'antd/es/result/serverError.js',
    'antd/es/result/unauthorized.js',
    'antd/es/tooltip/UniqueProvider/index.js',
    'antd/es/_util/wave/WaveEffect.js',
  ].map((name) => [at('node_modules', name), false as const]),
);

/** V8's explicit compile hint: functions are compiled off the main thread while the rest of the first view is on its way, not at their first call. */
const compileEarly = new webpack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /[\\/](main|login|frame|state|people|grid)\..*\.js$/,
  // After the minimizer, which drops comments.
  stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 10,
});

export default (_env: unknown, { mode = 'production' }: { mode?: 'production' | 'development' }): Configuration => {
  const production = mode === 'production';
  return {
    mode,
    target: ['web', 'es2022'],
    // React creates errors while it is evaluated, for which open developer tools parse the calling script again: it is a small one.
    entry: { main: ['react-dom/client', at('src/main.tsx')] },
    devtool: production ? false : 'cheap-module-source-map',
    cache: {
      type: 'filesystem',
      cacheDirectory: at('node_modules/.cache/webpack'),
      buildDependencies: { config: [import.meta.filename] },
    },
    output: {
      path: at('dist'),
      publicPath: '/',
      clean: true,
      filename: production ? `assets/[name].${contentHash}.js` : 'assets/[name].js',
      chunkFilename: production ? `assets/[name].${contentHash}.js` : 'assets/[name].js',
      crossOriginLoading: false,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: { ...unreached, '@api': at('api'), '@store': at('store'), '@src': at('src'), '@locales': at('locales') },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'ts-loader',
          options: { transpileOnly: true, compilerOptions: { noEmit: false, allowImportingTsExtensions: false } },
        },
        { test: /[\\/]api[\\/]contract[\\/][\w.]+\.ts$/, enforce: 'pre', use: at('webpack.contract.ts') },
        { test: /\.tsx?$/, compiler: templateCompiler, parser: { dynamicImportMode: 'eager' } },
        phraseFiles(production),
        dataFiles(production),
        // These packages have no side effects, but do not declare it: with this, each chunk gets only what it uses.
        { test: /[\\/]node_modules[\\/](@simplewebauthn[\\/]browser|@rc-component|@ant-design)[\\/]/, sideEffects: false },
        { test: /[\\/]node_modules[\\/]react-router[\\/].+[\\/]lib[\\/](dom|router)[\\/]/, use: at('webpack.router.ts') },
        // At build time only markup is drawn, so the styles are text there.
        { test: /\.css$/, compiler: templateCompiler, type: 'asset/source' },
        {
          test: /\.css$/,
          compiler: { not: templateCompiler },
          use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { importLoaders: 1 } }, at('webpack.media.ts')],
        },
      ],
    },
    plugins: [
      publicFiles,
      signedInStyles,
      new webpack.DefinePlugin(errorReportingFlags),
      ...(production ? [compileEarly] : []),
      ...(production ? [inlineStyles] : []),
      new MiniCssExtractPlugin({ filename: production ? `assets/[name].${contentHash}.css` : 'assets/[name].css' }),
      ...pages(production),
      ...(production
        ? [
            new CompressionPlugin<BrotliOptions>({
              test: /\.(js|css|svg|json|txt)$/,
              filename: '[path][base].br',
              algorithm: 'brotliCompress',
              // Distances as they are in our scripts (RFC 7932, section 4): a thousandth less than with the encoder's defaults.
              compressionOptions: {
                params: {
                  [constants.BROTLI_PARAM_QUALITY]: 11,
                  [constants.BROTLI_PARAM_NPOSTFIX]: 1,
                  [constants.BROTLI_PARAM_NDIRECT]: 16,
                },
              },
              threshold: 512,
            }),
          ]
        : []),
    ],
    optimization: {
      moduleIds: 'deterministic',
      // One table of names in the page instead of numbers and names; shared chunks are named by their first module.
      chunkIds: 'named',
      minimizer: ['...', new CssMinimizerPlugin()],
      splitChunks,
      // The marks that React needs to take over the drawn form are comments.
      minimizeOptions: { html: false, javascript: { ecma: 2022, compress: { ecma: 2022, passes: 3, unsafe_arrows: true } } },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
};
