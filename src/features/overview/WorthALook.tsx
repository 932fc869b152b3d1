/**
 * States in words what is unusual among the events of the last 24 hours, each with a link to the report of exactly those events.
 */
import { useTranslation } from 'react-i18next';
import type { Overview, Unusual } from '@api/contract/overview.ts';
import { failedLogIns, logInActions } from '@api/contract/overview.logIns.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { Link } from '@src/ui/Link.tsx';
import { type ReportFilter, reportWith } from './addresses.ts';
import { Group } from './Group.tsx';
import { SinceText, Warning } from './Warning.tsx';

type Props = Pick<Overview, 'unusual' | 'directories' | 'domains' | 'mail' | 'logIns' | 'at'>;

export function WorthALook({ unusual, directories, domains, mail, logIns, at }: Props) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const lateMail = mail?.isLate ? mail : null;
  const failed = failedLogIns(logIns.hours, logIns.days);
  const counted = { count: failed.events, number: formats.number(failed.events) };
  const total = t('worth.total', { ...counted, usual: formats.number(failed.usual) });
  return (
    <Group heading={t('worth.heading')}>
      {unusual.length + directories.length + domains.length === 0 && !lateMail && !failed.isUnusual ? (
        <p className="muted">
          {t('worth.none')} {failed.events > 0 && (failed.usual > 0 ? total : t('worth.few', counted))}
        </p>
      ) : (
        <ul className="stack-tight">
          {failed.isUnusual && (
            <Warning>
              <Link to={reportWith({ outcome: 'failure', action: logInActions.password, from: dayBefore(at) })} otherwise="text">
                {total}
              </Link>
            </Warning>
          )}
          {unusual.map((one) => (
            <Sentence key={`${one.kind} ${one.subject}`} {...one} />
          ))}
          {directories.map((directory) => (
            <DirectoryInTrouble key={directory.publicId} {...directory} />
          ))}
          {domains.map((domain) => (
            <DomainInTrouble key={`${domain.publicId} ${domain.domain}`} {...domain} />
          ))}
          {lateMail && <LateMail {...lateMail} />}
        </ul>
      )}
    </Group>
  );
}

const DAY_MS = 86_400_000;

const dayBefore = (time: string): string => new Date(Date.parse(time) - DAY_MS).toISOString();

/** The filters of the report that find the events of a kind. */
const filters: Readonly<Record<Unusual['kind'], (subject: string) => ReportFilter>> = {
  failuresFromAddress: (ip) => ({ ip, outcome: 'failure' }),
  failuresOnAccount: (target) => ({ target, outcome: 'failure' }),
  refusals: (actor) => ({ actor, outcome: 'refused' }),
  resets: (actor) => ({ actor, action: 'Users.ResetAuthentication', outcome: 'success' }),
  accessChanges: (actor) => ({ actor, action: 'Users.Enable', outcome: 'success' }),
  personalData: (actor) => ({ actor }),
};

function Sentence({ kind, subject, since, ...counts }: Unusual) {
  const formats = useFormats();
  const text = useSentence({ kind, subject, since, ...counts });
  return (
    <Warning>
      <Link to={reportWith({ ...filters[kind](subject), from: since })} otherwise="text">
        {text}
      </Link>{' '}
      <SinceText time={formats.dateTime(since, 'short')} />
    </Warning>
  );
}

function useSentence({ kind, subject, events, others, organisation }: Unusual): string {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const self = useSelf();
  const number = formats.number(events);
  const failures = t('worth.failures', { count: events, number });
  const accounts = t('worth.accounts', { count: others, number: formats.number(others) });
  switch (kind) {
    case 'failuresFromAddress':
      // A subscriber administrator sees the events of one organisation anyway.
      if (organisation !== null && self && isSystemAdmin(self))
        return t('worth.failuresFromAddressAt', { events: failures, subject, organisation });
      if (others > 0) return t('worth.failuresFromAddressOn', { events: failures, subject, accounts });
      return t('worth.failuresFromAddress', { events: failures, subject });
    case 'failuresOnAccount': {
      const addresses = t('worth.addresses', { count: others, number: formats.number(others) });
      return t('worth.failuresOnAccount', { events: failures, subject, addresses });
    }
    case 'resets':
      return t('worth.resets', { count: events, number, subject, accounts });
    case 'personalData':
      return others > 0
        ? t('worth.personalData', { count: events, number, subject, usual: formats.number(others) })
        : t('worth.personalDataFirst', { count: events, number, subject });
    case 'refusals':
    case 'accessChanges':
      return t(`worth.${kind}`, { count: events, number, subject });
  }
}

function LateMail({ waiting, oldest }: NonNullable<Overview['mail']>) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const time = oldest === null ? '' : formats.dateTime(oldest, 'short');
  return <Warning>{t('worth.mail', { count: waiting, number: formats.number(waiting), time })}</Warning>;
}

/**
 * A directory that has gone silent, or whose requests are all refused: users who leave the organisation keep their accounts until
 * it works again.
 */
function DirectoryInTrouble({ publicId, organisationName, state, since }: Overview['directories'][number]) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Warning>
      <Link to={paths.connections.to({ organisationPublicId: publicId })} otherwise="text">
        {t(`worth.directory.${state}`, { organisation: organisationName })}
      </Link>{' '}
      <SinceText time={formats.dateTime(since, 'short')} />
    </Warning>
  );
}

/** A domain whose proof is gone, or that another organisation has proven too: no account is linked or added by its addresses. */
function DomainInTrouble({ publicId, organisationName, domain, state, since }: Overview['domains'][number]) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Warning>
      <Link to={paths.connections.to({ organisationPublicId: publicId }, { part: 'domain' })} otherwise="text">
        {t(`worth.domain.${state}`, { organisation: organisationName, domain })}
      </Link>{' '}
      <SinceText time={formats.dateTime(since, 'short')} />
    </Warning>
  );
}
