/** The list of exports, newest first, page by page. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchExportsQuery } from '@api/client/reports.api.ts';
import type { Export } from '@api/contract/reports.shapes.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { ExportCard } from './ExportCard.tsx';
import type { Downloads } from './useDownloads.ts';

interface Props {
  readonly now: number;
  readonly downloads: Downloads;
}

export function ExportsList(props: Props) {
  // There is one cursor for each page that is shown; undefined for the first.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <div className="stack-tight">
      {cursors.map((cursor, index) => (
        <ExportsPage
          key={cursor ?? ''}
          {...props}
          cursor={cursor}
          onMore={
            index === cursors.length - 1
              ? (next) => {
                  setCursors((former) => [...former, next]);
                }
              : undefined
          }
        />
      ))}
    </div>
  );
}

interface PageProps extends Props {
  readonly cursor: string | undefined;
  /** Given to the last page. */
  readonly onMore: ((cursor: string) => void) | undefined;
}

function ExportsPage({ cursor, onMore, now, downloads }: PageProps) {
  const { t } = useTranslation('audit');
  const query = useFetchExportsQuery(cursor === undefined ? {} : { cursor }, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query}>
      {({ exports, nextCursor }) => (
        <>
          <ul className="stack-tight">
            {exports.map((one: Export) => (
              <li key={one.exportId} className="row box">
                <ExportCard one={one} now={now} downloads={downloads} />
              </li>
            ))}
            {cursor === undefined && exports.length === 0 && <li className="box muted">{t('reports.exports.none')}</li>}
          </ul>
          {nextCursor !== null && onMore && (
            <div className="button-row">
              <BusyButton
                busy={query.isFetching}
                onClick={() => {
                  onMore(nextCursor);
                }}
              >
                {t('reports.exports.more')}
              </BusyButton>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}
