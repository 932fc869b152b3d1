/** Views that a person has named, kept on this browser for each of them. What was searched for is about people, and so is not kept. */
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

/** Filter, order and choices; neither the search nor what was typed into a column's filter. */
const withoutPeople = (view: UsersView): UsersView => ({
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

/** Whatever is unreadable counts as not there. */
export function readViews(userId: string): readonly NamedView[] {
  try {
    const kept = JSON.parse(browserMemory.read(keyFor(userId)) ?? '') as unknown;
    return Array.isArray(kept) ? kept.filter(isNamedView) : [];
  } catch {
    return [];
  }
}

/** The newest comes first; one of the same name gives way. */
export function keepView(userId: string, name: string, view: UsersView): readonly NamedView[] {
  const kept = { name: name.trim().slice(0, MAX_NAME_LENGTH), address: addressOf(withoutPeople(view)) };
  return write(userId, [kept, ...readViews(userId).filter((other) => other.name !== kept.name)].slice(0, MAX_VIEWS));
}

export const forgetView = (userId: string, name: string): readonly NamedView[] =>
  write(
    userId,
    readViews(userId).filter((view) => view.name !== name),
  );

function write(userId: string, views: readonly NamedView[]): readonly NamedView[] {
  if (views.length === 0) browserMemory.forget(keyFor(userId));
  else browserMemory.write(keyFor(userId), JSON.stringify(views));
  return views;
}
