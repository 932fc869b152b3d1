/** The overview: what is unusual, who waits for something, and the logins of a day. It refreshes itself while it is seen. */
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFetchOverviewQuery, useSetHomeMutation } from '@api/client/overview.api.ts';
import type { Overview } from '@api/contract/overview.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { problemText } from '@src/forms/submission.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { ListFailed } from '@src/ui/ListState.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { LogIns } from './LogIns.tsx';
import { People } from './People.tsx';
import { WorthALook } from './WorthALook.tsx';
import './overview.css';

const REFRESH_INTERVAL_MS = 30_000;

/** Bars as high as what is loading. */
const bars = [
  { width: '100%', height: '7rem' },
  { width: '100%', height: '9rem' },
  { width: '100%', height: '20rem' },
];

/** Days and hours are those of this device. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

export default function OverviewPage() {
  const { t } = useTranslation('overview');
  const { t: common } = useTranslation('common');
  const formats = useFormats();
  const { data, error, isFetching, refetch } = useFetchOverviewQuery(
    { timeZone },
    { pollingInterval: REFRESH_INTERVAL_MS, skipPollingIfUnfocused: true, refetchOnFocus: true, refetchOnMountOrArgChange: true },
  );
  const tryAgain = () => void refetch();
  return (
    <div className="page overview-page">
      <header className="row spread">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        {data && !error && <p className="muted small">{t('asOf', { time: formats.time(data.at) })}</p>}
      </header>
      {data && error && (
        <Alert
          severity="warning"
          actions={
            <BusyButton busy={isFetching} onClick={tryAgain}>
              {common('tryAgain')}
            </BusyButton>
          }
        >
          {t('stale', { time: formats.time(data.at) })}
        </Alert>
      )}
      {data ? (
        <Groups {...data} />
      ) : error ? (
        <ListFailed heading={t('failed')} text={problemText(problemOf(error), common)} onTryAgain={tryAgain} />
      ) : (
        <Skeleton bars={bars} label={common('loading')} />
      )}
    </div>
  );
}

function Groups(overview: Overview) {
  return (
    <>
      <WorthALook {...overview} />
      <People {...overview} />
      <LogIns {...overview.logIns} />
      <HomeChoice home={overview.home} />
    </>
  );
}

/** The user's choice of the page to open after login. The server stores it, so that it holds in every browser. */
function HomeChoice({ home }: Pick<Overview, 'home'>) {
  const { t } = useTranslation('overview');
  const [setHome, { isLoading, originalArgs }] = useSetHomeMutation();
  const shown = isLoading && originalArgs ? originalArgs.home : home;
  return (
    <Checkbox
      checked={shown === 'overview'}
      onChange={({ target }) => void setHome({ home: target.checked ? 'overview' : 'users' })}
    >
      {t('home')}
    </Checkbox>
  );
}
