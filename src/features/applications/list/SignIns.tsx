/** Sign-ins of the last 30 days: the sum in words, and a bar for each day. */
import { useTranslation } from 'react-i18next';
import type { Application } from '@api/contract/applications.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNow } from '@src/ui/useNow.ts';
import { signInsOf } from './columns.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
const BAR = { width: 8, gap: 2, height: 48 };

export function SignIns({ application }: { readonly application: Pick<Application, 'signInsPerDay'> }) {
  const { t } = useTranslation('applications');
  const formats = useFormats();
  const now = useNow(DAY_MS);
  const { signInsPerDay } = application;
  const top = signInsPerDay.toSorted((one, other) => other.signIns - one.signIns)[0];
  if (!top) return <span className="muted">{t('panel.useNone')}</span>;
  const byDay = new Map(signInsPerDay.map(({ day, signIns }) => [day, signIns]));
  const days = Array.from({ length: DAYS }, (_, index) => new Date(now - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10));
  return (
    <>
      {t('panel.useText', {
        count: signInsOf(application),
        // The days are UTC days: at noon, all time zones of the world but two agree on the date.
        day: formats.date(`${top.day}T12:00:00Z`),
        most: formats.number(top.signIns),
      })}
      <svg
        width="100%"
        fill="var(--primary)"
        viewBox={`0 0 ${String(DAYS * (BAR.width + BAR.gap))} ${String(BAR.height)}`}
        aria-hidden
      >
        {days.map((day, index) => {
          const height = Math.max(1, Math.round(((byDay.get(day) ?? 0) / top.signIns) * BAR.height));
          return (
            <rect
              key={day}
              x={index * (BAR.width + BAR.gap)}
              y={BAR.height - height}
              width={BAR.width}
              height={height}
              fill={byDay.has(day) ? undefined : 'var(--line)'}
            />
          );
        })}
      </svg>
    </>
  );
}
