/** The user's own account, in sections with anchors. */
import { useTranslation } from 'react-i18next';
import { useFetchIdentitiesQuery } from '@api/client/identityProviders.api.ts';
import { useFetchPasskeysQuery } from '@api/client/passkeys.api.ts';
import { supportsPasskeys } from '@src/browser/passkeySupport.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { SectionIndex } from '@src/ui/SectionIndex.tsx';
import { AboutSection } from './AboutSection.tsx';
import { AccountStatus } from './AccountStatus.tsx';
import { DisplaySection } from './DisplaySection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { IdentitiesSection } from './IdentitiesSection.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LogInsSection } from './LogInsSection.tsx';
import { MfaSection } from './MfaSection.tsx';
import { OwnApplications } from './OwnApplications.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SecuritySection, sectionNames, type SectionName } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import '@src/ui/styles/listRow.css';
import './security.css';

const contents = {
  about: AboutSection,
  password: PasswordSection,
  mfa: MfaSection,
  passkeys: PasskeysSection,
  identities: IdentitiesSection,
  sessions: SessionsSection,
  logIns: LogInsSection,
  keys: KeysSection,
  email: EmailSection,
  display: DisplaySection,
};

export default function SecurityDetailsPage() {
  const { t } = useTranslation('security');
  const self = useSelf();
  const names = useSectionNames();
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <PageHeading title={t('title')}>{t('heading')}</PageHeading>
      </header>
      {self?.impersonatedBy?.access === 'read' && <Alert>{t('barredReading')}</Alert>}
      {self?.passwordChangeRequired && <Alert severity="warning">{t('password.chosenByAdministrator')}</Alert>}
      <OwnApplications />
      <AccountStatus />
      <SectionIndex label={t('heading')} names={names} headingOf={(name) => t(`${name}.heading`)}>
        {names.map((name) => {
          const Content = contents[name];
          return (
            <SecuritySection key={name} name={name}>
              <Content />
            </SecuritySection>
          );
        })}
      </SectionIndex>
    </div>
  );
}

/** Without the sections in which this user, in this browser, has nothing to see or do; a link to one opens it in any case. */
function useSectionNames() {
  const { data: links } = useFetchIdentitiesQuery();
  const { data: passkeys } = useFetchPasskeysQuery();
  const isUseful: Partial<Record<SectionName, boolean>> = {
    identities: links !== undefined && links.identities.length + links.connections.length > 0,
    passkeys: supportsPasskeys() || (passkeys !== undefined && passkeys.length > 0),
  };
  return sectionNames.filter((name) => (isUseful[name] ?? true) || location.hash === `#${name}`);
}
