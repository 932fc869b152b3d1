/** Invitations that are open, end soon, or have expired. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { INVITE_EXPIRING_HOURS } from '@api/contract/users.page.ts';
import { usersWith } from './addresses.ts';
import { Group } from './Group.tsx';
import { Tile } from './Tile.tsx';

export function Invitations({ people, inviteExpiring }: Pick<Overview, 'people' | 'inviteExpiring'>) {
  const { t } = useTranslation('overview');
  const expiring = t('invitations.expiring', { hours: INVITE_EXPIRING_HOURS });
  return (
    <Group heading={t('invitations.heading')}>
      <ul className="tiles">
        <Tile label={t('invitations.open')} count={people.invited} to={usersWith({ filter: 'invited' })} />
        <Tile label={expiring} count={inviteExpiring} to={usersWith({ status: 'inviteExpiring' })} />
        <Tile label={t('invitations.expired')} count={people.inviteExpired} to={usersWith({ filter: 'inviteExpired' })} />
      </ul>
    </Group>
  );
}
