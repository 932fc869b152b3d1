/** `/Roles` lists the roles, `/Roles/{roleName}` the users with one role. */
import { useParams } from 'react-router';
import { RoleList } from './RoleList.tsx';
import { RoleMembers } from './RoleMembers.tsx';

export default function RolesPage() {
  const { roleName } = useParams();
  return roleName === undefined ? <RoleList /> : <RoleMembers key={roleName} roleName={roleName} />;
}
