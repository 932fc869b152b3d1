/** One import, in whichever state it is. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { problemCode } from '@api/client/clientProblem.ts';
import { importsApi, useFetchImportQuery } from '@api/client/imports.api.ts';
import type { CountedImport, Import } from '@api/contract/imports.shapes.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { Mapping } from './Mapping.tsx';
import { Outcome } from './Outcome.tsx';
import { Preview } from './Preview.tsx';
import { Running } from './Running.tsx';
import { StepGroup } from './StepGroup.tsx';

const POLL_MS = 1000;
const moving = ['reading', 'running', 'undoing'] as const satisfies readonly Import['state'][];
const isMoving = (state: Import['state'] | undefined) => moving.some((each) => each === state);

export function OneImport({ importId }: { readonly importId: string }) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const [polls, setPolls] = useState(true);
  const query = useFetchImportQuery({ importId }, { refetchOnMountOrArgChange: true, pollingInterval: polls ? POLL_MS : 0 });
  const state = query.currentData?.state;
  if (state !== undefined && isMoving(state) !== polls) setPolls(isMoving(state));
  useRefreshWhenOver(state);
  if (query.error && problemCode(problemOf(query.error)) === 'NotFound') return <Alert severity="warning">{t('gone')}</Alert>;
  return <Loaded query={query}>{(one) => <Stage one={one} />}</Loaded>;
}

/** The server has made or removed users since the lists were read. */
function useRefreshWhenOver(state: Import['state'] | undefined) {
  const dispatch = useDispatch();
  const isOver = state === 'done' || state === 'undone' || state === 'cancelled';
  useEffect(() => {
    if (isOver) dispatch(importsApi.util.invalidateTags(['Account', 'Role', 'Organisation', 'Audit']));
  }, [dispatch, isOver]);
}

function Stage({ one }: { readonly one: CountedImport }) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const [isMapped, setMapped] = useState(false);
  if (one.state === 'ready')
    return isMapped ? (
      <StepGroup step="preview" intro={t('intro.preview')}>
        <Preview
          one={one}
          onChange={() => {
            setMapped(false);
          }}
        />
      </StepGroup>
    ) : (
      <StepGroup step="map" intro={t('intro.map')}>
        <Mapping
          one={one}
          onMapped={() => {
            setMapped(true);
          }}
        />
      </StepGroup>
    );
  const isUnderWay = isMoving(one.state) || one.state === 'paused';
  return (
    <StepGroup step="done" intro={t(isUnderWay ? 'intro.running' : 'intro.done')} isUnderWay={isUnderWay}>
      {isUnderWay ? <Running one={one} /> : <Outcome one={one} />}
    </StepGroup>
  );
}
