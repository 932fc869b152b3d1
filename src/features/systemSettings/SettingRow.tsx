/** One setting: what it does, its value, who set it, and the form that changes it. */
import { Button } from 'antd';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SystemSetting } from '@api/contract/systemSettings.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNow } from '@src/ui/useNow.ts';
import { SettingForm } from './SettingForm.tsx';
import { useSettingValues } from '@src/i18n/useSettingValues.ts';

const MINUTE_MS = 60_000;

interface Props {
  readonly setting: SystemSetting;
  readonly isChanging: boolean;
  readonly onChanging: (isChanging: boolean) => void;
}

export function SettingRow({ setting, isChanging, onChanging }: Props) {
  const { t } = useTranslation('systemSettings');
  const valueText = useSettingValues();
  const id = useId();
  const open = useRef<HTMLButtonElement>(null);
  const { name, source, value, effective } = setting;
  const isFixed = source === 'environment';
  return (
    <li className="setting stack-tight" aria-labelledby={`${id}-name`}>
      <div className="row setting-head">
        <div className="grow stack-tight">
          <h3 id={`${id}-name`}>{t(`name.${name}`)}</h3>
          <p className="muted small">{t(`about.${name}`)}</p>
          <p className="setting-value">{effective ?? valueText(name, value)}</p>
          <p id={`${id}-source`} className="muted small">
            <Source {...setting} />
          </p>
        </div>
        <Button
          ref={open}
          aria-label={t('changeOf', { setting: t(`name.${name}`) })}
          aria-expanded={isChanging}
          aria-describedby={`${id}-source`}
          disabled={isFixed}
          onClick={() => {
            onChanging(!isChanging);
          }}
        >
          {t('change')}
        </Button>
      </div>
      {isChanging && !isFixed && (
        <SettingForm
          setting={setting}
          onClose={() => {
            onChanging(false);
            open.current?.focus();
          }}
        />
      )}
    </li>
  );
}

function Source({ source, variable, changedBy, changedAt }: SystemSetting) {
  const { t } = useTranslation('systemSettings');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  if (source !== 'administrator' || changedAt === null)
    return t(source === 'environment' ? 'source.environment' : 'source.default', { variable });
  const when = formats.relative(changedAt, now);
  return changedBy ? t('source.administrator', { name: changedBy.displayName, when }) : t('source.administratorGone', { when });
}
