/** `/Organisations`: all organisations for system administrators, their own for subscriber administrators. */
import { mayManageOrganisations } from '@api/contract/organisations.policy.ts';
import { registerModule } from '@store/modules.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { useSessionUser } from '@src/session/useOwnAccount.ts';
import { OrganisationsList } from './OrganisationsList.tsx';
import { OwnOrganisation } from './OwnOrganisation.tsx';

registerModule(organisationsModule);

export default function OrganisationsPage() {
  const person = useSessionUser();
  if (!person) return null;
  return mayManageOrganisations(person) ? <OrganisationsList /> : <OwnOrganisation />;
}
