/** What the list of people reads first. */
import { isAdmin, type Person } from '../../api/contract/person.ts';
import { pathFilters } from '../../api/contract/users.page.ts';

/** None for a list that is searched, sorted or narrowed: its scripts know better what that asks for. */
export function firstReads(address: string, person: Person): readonly string[] {
  const list = LIST_OF_PEOPLE.exec(address);
  if (!list || !isAdmin(person)) return [];
  return [
    '/api/Users/Self',
    '/api/Users/Self/UIFontSize',
    `/api/Users/Page?filter=${list[1] ?? 'all'}&offset=0&limit=100`,
    '/api/Users/Counts',
  ];
}

const LIST_OF_PEOPLE = new RegExp(`^/Users(?:/List(?:/(${pathFilters.join('|')}))?)?/?$`);
