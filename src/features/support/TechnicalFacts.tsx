/** Shows all technical data that is sent, under "What we send with it". */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTechnical } from './technical.ts';

export function TechnicalFacts() {
  const { t, i18n } = useTranslation('support');
  const [facts, setFacts] = useState(() => readTechnical(i18n.language));
  const rows = [
    ['OperatingSystem', facts.OperatingSystem],
    ['Browser', facts.Browser],
    ['HasCookies', t(facts.HasCookies === 'true' ? 'technical.on' : 'technical.off')],
    ['Language', facts.Language],
    ['Viewport', `${facts.ViewportW} × ${facts.ViewportH}`],
    ['Screen', `${facts.ScreenW} × ${facts.ScreenH}`],
    ['UserAgent', facts.UserAgent],
  ] as const;
  return (
    <details
      onToggle={() => {
        setFacts(readTechnical(i18n.language));
      }}
    >
      <summary className="link">{t('technical.summary')}</summary>
      <dl className="box stack-tight small">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt className="muted">{t(`technical.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
