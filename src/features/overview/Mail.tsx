/** Mails that wait to be sent. There is no list of them, so nothing to link to. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Group } from './Group.tsx';
import { Figure } from './Tile.tsx';

export function Mail({ waiting, oldest }: NonNullable<Overview['mail']>) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Group heading={t('mail.heading')}>
      {oldest === null ? (
        <p className="muted">{t('mail.none')}</p>
      ) : (
        <div className="row">
          <div className="overview-figure">
            <Figure label={t('mail.waiting')} number={formats.number(waiting)} />
          </div>
          <p className="muted small">{t('mail.oldest', { time: formats.dateTime(oldest) })}</p>
        </div>
      )}
    </Group>
  );
}
