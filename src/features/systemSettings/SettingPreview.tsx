/** What a typed value would change, read anew while it is typed. Nothing is asked for what cannot be saved. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreviewSettingQuery } from '@api/client/systemSettings.api.ts';
import type { SettingPreview as Preview } from '@api/contract/systemSettings.ts';
import type { SettingName, SettingValue } from '@api/contract/systemSettings.registry.ts';
import { settingFault } from '@api/contract/systemSettings.policy.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useDebounced } from '@src/ui/useDebounced.ts';

interface Props {
  readonly name: SettingName;
  readonly present: SettingValue;
  readonly value: SettingValue;
}

export function SettingPreview({ name, present, value }: Props) {
  const { t } = useTranslation('systemSettings');
  const id = useId();
  const valueText = JSON.stringify(value);
  const settledText = useDebounced(valueText);
  const isIdle = settingFault(name, value) !== undefined || value === present;
  const { currentData, isError } = usePreviewSettingQuery(
    { name, body: { value } },
    { skip: isIdle || settledText !== valueText, refetchOnMountOrArgChange: true },
  );
  if (isIdle) return null;
  return (
    <section className="setting-preview stack-tight" aria-labelledby={id} aria-live="polite" aria-busy={!currentData && !isError}>
      <h4 id={id}>{t('preview.title')}</h4>
      {currentData && <Effects {...currentData} />}
      {isError && <p>{t('preview.failed')}</p>}
    </section>
  );
}

function Effects({ effects, mail, weaker, secondPerson }: Preview) {
  const { t } = useTranslation('systemSettings');
  const formats = useFormats();
  return (
    <>
      {weaker && <p>{t('preview.weaker')}</p>}
      {secondPerson && <p>{t('preview.secondPerson')}</p>}
      {effects.map(({ effect, count }) => (
        <p key={effect}>{t(`effect.${effect}`, { count, total: formats.number(count) })}</p>
      ))}
      {effects.length === 0 && mail === null && <p className="muted">{t('preview.none')}</p>}
      {mail && (
        <>
          <p className="muted small">{t('preview.mail', { subject: mail.subject })}</p>
          <pre className="setting-mail">{mail.text}</pre>
        </>
      )}
    </>
  );
}
