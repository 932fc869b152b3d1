/** Registration. It needs the link that /ReceivedInvite leaves in the history entry; without one it says where to find it. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMailedLink } from '@src/navigation/mailedLink.ts';
import { useCarriedReturnUrl } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Card } from '@src/ui/Card.tsx';
import { CardSkeleton } from '@src/ui/CardSkeleton.tsx';
import { NoInvite } from './InviteUnavailable.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useInvite } from './useInvite.ts';

/** What /RegistrationComplete is told. */
export interface Registration {
  readonly userName: string;
}

export default function CompleteInvitePage() {
  const { t } = useTranslation('invite');
  const navigate = useNavigate();
  const carried = useCarriedReturnUrl();
  const mailed = useMailedLink();
  const link = mailed === 'arriving' ? undefined : mailed;
  const { invite, refuse, again } = useInvite(link);
  const title = t('register.title');

  if (mailed === 'arriving' || invite.kind === 'loading') return <CardSkeleton />;
  if (invite.kind !== 'here' || !link) {
    return <NoInvite title={title} invite={invite.kind === 'here' ? { kind: 'unknown' } : invite} onAgain={again} />;
  }
  const { view } = invite;
  return (
    <Card
      title={title}
      heading={t('register.title')}
      intro={t('register.intro', { organisation: view.organisationName, email: view.email })}
    >
      <RegisterForm
        link={link}
        view={view}
        onRegistered={(userName) => {
          const registration: Registration = { userName };
          void navigate(paths.registrationComplete.to({}, carried), { replace: true, state: registration });
        }}
        onGone={(problem) => void refuse(problem)}
      />
    </Card>
  );
}
