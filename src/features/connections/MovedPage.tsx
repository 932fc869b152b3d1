/** The former pages of identity provider and directory lead to the same part of the page that has both. */
import { Navigate, useLocation, useParams } from 'react-router';
import { paths } from '@src/paths.ts';

/** The parts that the former anchors led to. */
const parts: Readonly<Record<string, string>> = {
  '#domains': 'domain',
  '#connection': 'connect',
  '#test': 'test',
  '#required': 'enforce',
  '#attempts': 'logins',
  '#roles': 'groups',
  '#groups': 'groups',
  '#keys': 'directory',
  '#people': 'people',
  '#requests': 'requests',
};

export default function MovedPage() {
  const { organisationPublicId = '' } = useParams();
  const { search, hash } = useLocation();
  const query = Object.fromEntries(new URLSearchParams(search));
  return <Navigate to={paths.connections.to({ organisationPublicId }, { ...query, part: parts[hash] })} replace />;
}
