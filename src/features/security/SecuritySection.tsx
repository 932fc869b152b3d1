/** A section of the security details; disabled where impersonation bars it. */
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { Section } from '@src/ui/Section.tsx';

/** Names of the sections, which are also the anchors, in page order. */
export const sectionNames = [
  'about',
  'password',
  'mfa',
  'passkeys',
  'identities',
  'sessions',
  'logIns',
  'keys',
  'email',
  'display',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Sections that may be changed while impersonating; the server refuses the rest. */
const editableWhileImpersonating = new Set<string>(['about', 'email', 'display']);

/** Sections in which nothing can be changed. */
const sectionsToRead = new Set<string>(['logIns']);

/** Sections that show nothing of the account, only a form. */
const formSections = new Set<string>(['password']);

interface Props {
  readonly name: SectionName;
  readonly children: ReactNode;
}

export function SecuritySection({ name, children }: Props) {
  const { t } = useTranslation('security');
  const impersonatedBy = useSelf()?.impersonatedBy ?? null;
  const isReading = impersonatedBy?.access === 'read';
  const isBarred = !sectionsToRead.has(name) && (isReading || (impersonatedBy !== null && !editableWhileImpersonating.has(name)));
  const isForm = formSections.has(name);
  return (
    <Section id={name} heading={t(`${name}.heading`)} intro={t(`${name}.intro`)}>
      <fieldset className="stack" disabled={isBarred}>
        {isBarred && (isForm || !isReading) && <p className="muted">{t('barred')}</p>}
        {!(isBarred && isForm) && <ConfigProvider componentDisabled={isBarred}>{children}</ConfigProvider>}
      </fieldset>
    </Section>
  );
}
