/** `/Users` redirects to the list. */
import { Navigate } from 'react-router';
import { paths } from '@src/paths.ts';

export default function UsersPage() {
  return <Navigate to={paths.usersList.to()} replace />;
}
