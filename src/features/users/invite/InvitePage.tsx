/** Invites one user by name, or many by address. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { FormPage } from '../formPage/FormPage.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { organisationOfNew } from '../fields/wantedOrganisation.ts';
import { InviteFormPage } from './InviteFormPage.tsx';
import { emptyInvite, peopleOf } from './inviteValues.ts';

export default function InvitePage() {
  const { t } = useTranslation('users');
  const [query] = useSearchParams();
  const self = useFetchSelfQuery();
  return (
    <FormPage title={t('invite.title')}>
      <Loaded query={self}>
        {(me) => (
          <InviteFormPage
            self={me}
            initial={emptyInvite(organisationOfNew(me, query))}
            about={null}
            submit={t('invite.send')}
            people={peopleOf}
          />
        )}
      </Loaded>
    </FormPage>
  );
}
