/** Named views per user in this browser. Search terms are personal data and are not stored. */
import { browserMemory } from '@src/browser/browserMemory.ts';
import { memoryKey } from '../list/memoryKey.ts';
import { addressOf, type UsersView } from '../view/usersView.ts';

export interface NamedView {
  readonly name: string;
  readonly address: string;
}

export const MAX_NAME_LENGTH = 40;
const MAX_VIEWS = 20;

const keyFor = (userId: string): string => memoryKey('users.views', userId);

/** Drops the search and typed text conditions. */
const withoutSearchTerms = (view: UsersView): UsersView => ({
  ...view,
  search: '',
  where: view.where.filter(({ op }) => op !== 'contains' && op !== 'equals' && op !== 'startsWith'),
});

const isNamedView = (value: unknown): value is NamedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'address' in value &&
  typeof value.address === 'string' &&
  value.address.startsWith('/Users/List');

/** Invalid stored values count as absent. */
export function readViews(userId: string): readonly NamedView[] {
  try {
    const saved = JSON.parse(browserMemory.read(keyFor(userId)) ?? '') as unknown;
    return Array.isArray(saved) ? saved.filter(isNamedView) : [];
  } catch {
    return [];
  }
}

/** Newest first; replaces one of the same name. */
export function saveView(userId: string, name: string, view: UsersView): readonly NamedView[] {
  const saved = { name: name.trim().slice(0, MAX_NAME_LENGTH), address: addressOf(withoutSearchTerms(view)) };
  return write(userId, [saved, ...readViews(userId).filter((other) => other.name !== saved.name)].slice(0, MAX_VIEWS));
}

export const removeView = (userId: string, name: string): readonly NamedView[] =>
  write(
    userId,
    readViews(userId).filter((view) => view.name !== name),
  );

function write(userId: string, views: readonly NamedView[]): readonly NamedView[] {
  if (views.length === 0) browserMemory.forget(keyFor(userId));
  else browserMemory.write(keyFor(userId), JSON.stringify(views));
  return views;
}
