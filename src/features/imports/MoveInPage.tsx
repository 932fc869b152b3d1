/** People who come from another system: the file is read, mapped, looked at, and carried out by the server. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { paths } from '@src/paths.ts';
import { BackLink } from '@src/ui/BackLink.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { ChooseForeignFile, type Chosen } from './ChooseForeignFile.tsx';
import { ImportsList } from './ImportsList.tsx';
import { OneImport } from './OneImport.tsx';
import { StepGroup } from './StepGroup.tsx';
import './imports.css';

export default function MoveInPage() {
  const { t } = useTranslation('imports');
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
