/** How the logins of the last 24 hours divide among the ways to log in. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { logInActions, type LogInWay, logInWays } from '@api/contract/overview.logIns.ts';
import type { Overview } from '@api/contract/overview.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Link } from '@src/ui/Link.tsx';
import { reportWith } from './addresses.ts';

const outcomes = ['success', 'failure'] as const;

export function Ways({ hours, ways: byWay }: Overview['logIns']) {
  const { t } = useTranslation('overview');
  const headingId = useId();
  const from = hours[0]?.start;
  return (
    <section className="stack box">
      <h2 id={headingId}>{t('logIns.way')}</h2>
      <table className="table table-numbers" aria-labelledby={headingId}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('logIns.succeeded')}</th>
            <th scope="col">{t('logIns.failed')}</th>
          </tr>
        </thead>
        <tbody>
          {logInWays.map((way) => (
            <tr key={way}>
              <th scope="row">{t(`logIns.ways.${way}`)}</th>
              {outcomes.map((outcome) => (
                <td key={outcome}>
                  <WayLink way={way} outcome={outcome} tried={byWay[way]} {...(from !== undefined && { from })} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface WayProps {
  readonly way: LogInWay;
  readonly outcome: 'success' | 'failure';
  readonly tried: Overview['logIns']['ways'][LogInWay];
  readonly from?: string;
}

function WayLink({ way, outcome, tried, from }: WayProps) {
  const { t } = useTranslation('overview');
  const number = useFormats().number(outcome === 'success' ? tried.accepted : tried.failed);
  const label = {
    way: t(`logIns.ways.${way}`),
    outcome: t(outcome === 'success' ? 'logIns.succeeded' : 'logIns.failed'),
    number,
  };
  // No link where the number is 0: it would find nothing.
  if (number === '0') return number;
  return (
    <Link
      to={reportWith({ action: logInActions[way], outcome, ...(from !== undefined && { from }) })}
      aria-label={t('logIns.show', label)}
    >
      {number}
    </Link>
  );
}
