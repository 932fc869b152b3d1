/** People who come from another system: the file is read, mapped, looked at, and carried out by the server. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useFetchImportsQuery } from '@api/client/imports.api.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { BackLink } from '@src/ui/BackLink.tsx';
import { Link } from '@src/ui/Link.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { ChooseForeignFile, type Chosen } from './ChooseForeignFile.tsx';
import { OneImport } from './OneImport.tsx';
import { StepGroup } from './StepGroup.tsx';
import { useSourceName } from './useSourceName.ts';
import './imports.css';

export default function MoveInPage() {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const navigate = useNavigate();
  const { importId } = useParams();
  const [chosen, setChosen] = useState<Chosen>({ firebase: '' });
  return (
    <div className="page form-page">
      <header className="form-page-head">
        {importId !== undefined && <BackLink to={paths.usersMoveIn.to({})}>{t('back')}</BackLink>}
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        <p className="muted">{t('lead')}</p>
      </header>
      {importId === undefined ? (
        <>
          <StepGroup step="file" intro={t('intro.file')}>
            <ChooseForeignFile
              chosen={chosen}
              onChosen={setChosen}
              onRead={(read) => void navigate(paths.usersMoveIn.to({ importId: read }))}
            />
          </StepGroup>
          <ImportsList />
        </>
      ) : (
        <OneImport key={importId} importId={importId} />
      )}
    </div>
  );
}

/** Imports of the last days, to look at, go on with, or undo. */
function ImportsList() {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const nameOf = useSourceName();
  const query = useFetchImportsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Section heading={t('imports.heading')} intro={t('imports.intro')}>
      <Loaded query={query}>
        {(imports) =>
          imports.length === 0 ? (
            <p className="muted">{t('imports.none')}</p>
          ) : (
            <ul className="imports-list">
              {imports.map(({ importId, fileName, source, state, requestedAt, requestedBy, progress }) => (
                <li key={importId}>
                  <Link to={paths.usersMoveIn.to({ importId })}>{fileName || nameOf(source)}</Link>
                  <p className="small muted">
                    {[
                      t(`state.${state}`),
                      nameOf(source),
                      t('people', { count: progress.total, total: formats.number(progress.total) }),
                      formats.dateTime(requestedAt),
                      requestedBy ?? t('imports.operator'),
                    ].join(' · ')}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
