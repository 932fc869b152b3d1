/** Registration. Needs the link that /ReceivedInvite stores in the history entry; without it, explains where to find it. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMailedLink } from '@src/navigation/mailedLink.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Breakable } from '@src/ui/Breakable.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { NoInvite } from './InviteUnavailable.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useInvite } from './useInvite.ts';

export default function CompleteInvitePage() {
  const { t } = useTranslation('invite');
  const navigate = useNavigate();
  const carried = useReturnUrlQuery();
  const mailed = useMailedLink();
  const link = mailed === 'arriving' ? undefined : mailed;
  const { invite, markRefused, retry } = useInvite(link);
  const title = t('register.title');

  if (mailed === 'arriving' || invite.kind === 'loading') return <CardSkeleton />;
  if (invite.kind !== 'here' || !link) {
    return <NoInvite title={title} invite={invite.kind === 'here' ? { kind: 'unknown' } : invite} onRetry={retry} />;
  }
  const { view } = invite;
  return (
    <Card
      title={title}
      heading={t('register.title')}
      intro={<Breakable>{t('register.intro', { organisation: view.organisationName, email: view.email })}</Breakable>}
    >
      <RegisterForm
        link={link}
        view={view}
        onRegistered={(registration) => {
          void navigate(paths.registrationComplete.to({}, carried), { replace: true, state: registration });
        }}
        onGone={(problem) => void markRefused(problem)}
      />
    </Card>
  );
}
