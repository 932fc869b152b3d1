/** `/Organisations`: the list of all for system administrators, the own organisation for subscriber administrators. */
import { mayManageOrganisations } from '@api/contract/organisations.policy.ts';
import { addRoom } from '@store/rooms.ts';
import { organisationsRoom } from '@store/organisations/organisations.room.ts';
import { usePerson } from '@src/app/useOwnAccount.ts';
import { OrganisationsList } from './OrganisationsList.tsx';
import { OwnOrganisation } from './OwnOrganisation.tsx';

addRoom(organisationsRoom);

export default function OrganisationsPage() {
  const person = usePerson();
  if (!person) return null;
  return mayManageOrganisations(person) ? <OrganisationsList /> : <OwnOrganisation />;
}
