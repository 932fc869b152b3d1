/** Views that former versions kept in this browser, until their user takes them into the account. */
import { browserMemory } from '@src/browser/browserMemory.ts';
import { memoryKey } from '../list/memoryKey.ts';
import { readView, type UsersView } from '../view/usersView.ts';

interface BrowserView {
  readonly name: string;
  readonly address: string;
}

const keyFor = (userId: string): string => memoryKey('users.views', userId);

const isBrowserView = (value: unknown): value is BrowserView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'address' in value &&
  typeof value.address === 'string' &&
  value.address.startsWith('/Users/List');

/** Invalid stored values count as absent. */
export function readBrowserViews(userId: string): readonly BrowserView[] {
  try {
    const saved = JSON.parse(browserMemory.read(keyFor(userId)) ?? '') as unknown;
    return Array.isArray(saved) ? saved.filter(isBrowserView) : [];
  } catch {
    return [];
  }
}

export function forgetBrowserView(userId: string, name: string): void {
  const left = readBrowserViews(userId).filter((view) => view.name !== name);
  if (left.length === 0) browserMemory.forget(keyFor(userId));
  else browserMemory.write(keyFor(userId), JSON.stringify(left));
}

/** The view that the router would read from the address. */
export function viewIn({ address }: BrowserView): UsersView {
  const { pathname, searchParams } = new URL(address, location.origin);
  const [, , , filter, search] = pathname.split('/').map(decodeURIComponent);
  return readView({ filter, search }, searchParams);
}
