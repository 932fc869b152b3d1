/** A user as the label of a command shows them: name and user name. */
import { isolated } from '@api/contract/isolated.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { nameOf } from '../list/cells/TextCells.tsx';

export function displayOf(user: UserSummary): string {
  const name = nameOf(user);
  return name === '' ? user.userName : `${isolated(name)} (${isolated(user.userName)})`;
}
