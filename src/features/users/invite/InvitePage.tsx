/** Inviting people: one by name, or many at once by their addresses. */
import { useTranslation } from 'react-i18next';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { SheetPage } from '../sheet/SheetPage.tsx';
import { Loaded } from '../sheet/Section.tsx';
import { InviteSheet } from './InviteSheet.tsx';
import { noneYet, peopleOf } from './inviteValues.ts';

export default function InvitePage() {
  const { t } = useTranslation('users');
  const self = useFetchSelfQuery();
  return (
    <SheetPage title={t('invite.title')}>
      <Loaded query={self}>
        {(me) => <InviteSheet self={me} initial={noneYet(me)} about={null} submit={t('invite.send')} people={peopleOf} />}
      </Loaded>
    </SheetPage>
  );
}
