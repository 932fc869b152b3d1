/** The former pages of roles lead to the users list, filtered by the role. */
import { Navigate, useParams } from 'react-router';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { addressOf, allUsersView } from '../view/usersView.ts';

export default function RoleMovedPage() {
  const { roleName } = useParams();
  const where: UserCondition[] = roleName === undefined ? [] : [{ field: 'roles', op: 'in', value: [roleName] }];
  return <Navigate to={addressOf({ ...allUsersView, where })} replace />;
}
