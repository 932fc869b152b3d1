/** Reinvites a user: corrects the invitation and sends a new link. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useSearchUsersQuery } from '@api/client/users.api.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';
import { Result } from '@src/ui/lazyResult.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { FormPage } from '../formPage/FormPage.tsx';
import { InviteFormPage } from './InviteFormPage.tsx';
import { correctionsOf, valuesOf, peopleOf } from './inviteValues.ts';

export default function ReinvitePage() {
  const { t } = useTranslation('users');
  const { userId = '' } = useParams();
  const userSearch = useSearchUsersQuery({ partialName: userId }, { refetchOnMountOrArgChange: true });
  const self = useFetchSelfQuery();
  return (
    <FormPage title={t('invite.again')}>
      <Loaded query={self}>
        {(me) => (
          <Loaded query={userSearch}>
            {(people) => <ReinviteForm key={userId} self={me} user={people.find((person) => person.userId === userId)} />}
          </Loaded>
        )}
      </Loaded>
    </FormPage>
  );
}

function ReinviteForm({ self, user }: { readonly self: Self; readonly user: UserSummary | undefined }) {
  const { t } = useTranslation('users');
  if (user?.inviteState) {
    const initial = valuesOf(user);
    return (
      <InviteFormPage
        self={self}
        initial={initial}
        about={user.userId}
        submit={t('invite.again')}
        people={(values) =>
          peopleOf(values).map((person) => ({ ...person, userId: user.userId, corrections: correctionsOf(initial, values) }))
        }
      />
    );
  }
  return (
    <Suspense>
      <Result
        severity="warning"
        heading={t(user ? 'reason.registered' : 'panel.missing')}
        text={user && t('invite.registered', { userName: user.userName })}
      >
        {user && (
          <LinkButton type="primary" to={paths.usersEdit.to(user)}>
            {t('edit.title')}
          </LinkButton>
        )}
        <LinkButton to={paths.usersList.to()}>{t('edit.toList')}</LinkButton>
      </Result>
    </Suspense>
  );
}
