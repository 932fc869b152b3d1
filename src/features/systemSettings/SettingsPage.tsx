/** Settings of the installation, for system administrators, in sections. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchSettingsQuery } from '@api/client/systemSettings.api.ts';
import { settingOf, settingSections, type SettingName } from '@api/contract/systemSettings.registry.ts';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { SectionIndex } from '@src/ui/SectionIndex.tsx';
import { SettingRow } from './SettingRow.tsx';
import './systemSettings.css';

export default function SettingsPage() {
  const { t } = useTranslation('systemSettings');
  const query = useFetchSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  /** One at a time is being changed. */
  const [changing, setChanging] = useState<SettingName | null>(null);
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        <p className="muted">{t('lead')}</p>
      </header>
      <Loaded query={query}>
        {(settings) => (
          <SectionIndex label={t('title')} names={settingSections} headingOf={(section) => t(`section.${section}`)}>
            {settingSections.map((section) => (
              <Section key={section} id={section} heading={t(`section.${section}`)}>
                <ul className="setting-list">
                  {settings
                    .filter(({ name }) => settingOf(name).section === section)
                    .map((setting) => (
                      <SettingRow
                        key={setting.name}
                        setting={setting}
                        isChanging={changing === setting.name}
                        onChanging={(isChanging) => {
                          setChanging(isChanging ? setting.name : null);
                        }}
                      />
                    ))}
                </ul>
              </Section>
            ))}
          </SectionIndex>
        )}
      </Loaded>
    </div>
  );
}
