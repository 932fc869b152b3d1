/** Invites one user by name, or many by address. */
import { useTranslation } from 'react-i18next';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { FormPage } from '../formPage/FormPage.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { InviteFormPage } from './InviteFormPage.tsx';
import { emptyInvite, peopleOf } from './inviteValues.ts';

export default function InvitePage() {
  const { t } = useTranslation('users');
  const self = useFetchSelfQuery();
  return (
    <FormPage title={t('invite.title')}>
      <Loaded query={self}>
        {(me) => <InviteFormPage self={me} initial={emptyInvite(me)} about={null} submit={t('invite.send')} people={peopleOf} />}
      </Loaded>
    </FormPage>
  );
}
