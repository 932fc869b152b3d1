/** Imports of the last days, to look at, go on with, or undo. */
import { useTranslation } from 'react-i18next';
import { useFetchImportsQuery } from '@api/client/imports.api.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { useSourceName } from './useSourceName.ts';

export function ImportsList() {
  const { t } = useTranslation('imports');
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
