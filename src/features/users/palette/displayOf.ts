/** A user as the label of a command shows them: name and user name. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { nameOf } from '../list/cells/TextCells.tsx';

export function displayOf(user: UserSummary): string {
  const name = nameOf(user);
  return name === '' ? user.userName : `${name} (${user.userName})`;
}
