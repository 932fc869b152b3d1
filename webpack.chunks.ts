/** What stands in which chunk, so that each view fetches little, in few requests, and nothing twice. */
import type { Chunk, ChunkGraph, Configuration, Module } from 'webpack';

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

/** The screens of administration: what the list of people needs is in one file, what three others share in another. */
const isAdministration = ({ name }: Chunk): boolean =>
  /^(user|organisation|connections|application|audit|import|palette|grid|tickets)/.test(name ?? '');

function comesWithList(module: Module, { chunkGraph }: { readonly chunkGraph: ChunkGraph }): boolean {
  const names = [...chunkGraph.getModuleChunksIterable(module)].map((chunk) => chunk.name);
  return module.type.startsWith('javascript') && names.includes('users');
}

/** antd and its dependencies, but for those that the store has too. */
const isAntd = (module: Module, context: { readonly chunkGraph: ChunkGraph }): boolean =>
  !comesWithStore(module, context) &&
  /[\\/]node_modules[\\/](antd|@ant-design|@rc-component|@babel|@emotion|stylis|clsx|dayjs|react-is)[\\/]/.test(
    module.nameForCondition() ?? '',
  );

/** What every signed-in screen and the list of people show at once; richer controls come with the click that needs them. */
function isAntdOfFirstView(module: Module, context: { readonly chunkGraph: ChunkGraph }): boolean {
  const names = [...context.chunkGraph.getModuleChunksIterable(module)].map((chunk) => chunk.name);
  return isAntd(module, context) && names.some((name) => name === 'signedIn' || name === 'users');
}

/** The layout of signed-in screens is in one file with antd's controls of the first view; its style sheet has the list's too. */
const isFrame = ({ name }: Chunk): boolean => name === 'signedIn';

/** Screens that are only seen in that layout find there what they share in their looks, instead of carrying it again. */
const isInFrame = (chunk: Chunk): boolean =>
  isFrame(chunk) || isAdministration(chunk) || /^(overview|security|my-applications)$/.test(chunk.name ?? '');

function isSharedLook(module: Module, { chunkGraph }: { readonly chunkGraph: ChunkGraph }): boolean {
  const names = [...chunkGraph.getModuleChunksIterable(module)].map((chunk) => chunk.name);
  const isShared = names.includes('users') || /[\\/]src[\\/](ui|shell)[\\/]/.test(module.nameForCondition() ?? '');
  return module.type === 'css/mini-extract' && isShared;
}

/** The screens of an account beyond the login form, and the dialogs over them: what two of them share is one request more for each. */
const isAccount = ({ name }: Chunk): boolean => /^(mfa|recovery|invite|security|support|dialogs)/.test(name ?? '');

export const splitChunks: NonNullable<NonNullable<Configuration['optimization']>['splitChunks']> = {
  // Requests cost more than a few modules that stand in two chunks.
  minSize: 60_000,
  cacheGroups: {
    defaultVendors: false,
    state: { test: comesWithStore, name: 'state', chunks: 'async', enforce: true },
    first: { test: comesWithLogin, name: 'main', chunks: 'all', minChunks: 4, enforce: true },
    // The login form shares it with what comes after; a file of its own would be one request more for the list.
    named: { test: /[\\/]login[\\/]useNamedApplication\.ts$/, name: 'main', chunks: 'all', enforce: true },
    antd: { test: isAntdOfFirstView, name: 'frame', chunks: 'async', priority: 20, enforce: true },
    controls: { test: isAntd, name: 'controls', chunks: 'async', minChunks: 2, priority: 10, enforce: true },
    timeBars: { test: /[\\/]src[\\/]ui[\\/]timeBars[\\/]/, name: 'timeBars', chunks: 'async', enforce: true },
    account: { type: /^javascript/, name: 'account', chunks: isAccount, minChunks: 2, enforce: true },
    frame: { type: /^javascript/, name: 'frame', chunks: isFrame, priority: -2, enforce: true },
    look: { test: isSharedLook, name: 'frame', chunks: isInFrame, priority: -2, enforce: true },
    people: { test: comesWithList, name: 'people', chunks: isAdministration, priority: -1, enforce: true },
    // The operations on many users, which the list's bar and the palette start.
    bulk: {
      test: /[\\/]store[\\/]users[\\/]bulk[\\/]/,
      name: 'bulk',
      chunks: 'async',
      minChunks: 2,
      priority: -2,
      enforce: true,
    },
    screens: { type: /^javascript/, name: 'screens', chunks: isAdministration, minChunks: 3, priority: -3, enforce: true },
  },
};
