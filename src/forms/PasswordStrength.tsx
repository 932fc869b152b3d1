/** The estimated strength of a password being chosen, with advice in words. Loaded with the first character, with its phrases. */
import { useTranslation } from 'react-i18next';
import type { PasswordEstimate, PasswordScore } from '@api/contract/rules/passwordStrength.ts';
import type strength from '@locales/en-US/strength.json';
import './passwordStrength.css';

export { strengthEstimator } from '@api/contract/rules/passwordStrength.ts';

const SEGMENTS = [1, 2, 3, 4] as const;
/** From this score on, advice would only delay. */
const GOOD: PasswordScore = 3;
const BELOW_GOOD: PasswordScore = 2;

interface Props {
  readonly estimate: PasswordEstimate;
  /** Least score that the server accepts; 0 for any. */
  readonly required: number;
  /** A rule in the list is not met: no password is good that is refused. */
  readonly unmet: boolean;
}

export function PasswordStrength({ estimate: { score: estimated, warning, suggestions }, required, unmet }: Props) {
  const { t } = useTranslation('strength');
  const score = unmet && estimated >= GOOD ? BELOW_GOOD : estimated;
  const level = t(`levels.${score}`);
  const isEnough = estimated >= required;
  const advice = [
    ...(warning === null ? [] : [t(`warnings.${warning as keyof typeof strength.warnings}`)]),
    ...suggestions.map((key) => t(`suggestions.${key as keyof typeof strength.suggestions}`)),
  ];
  return (
    <div data-score={score} className={score < GOOD ? 'tone-warning' : 'tone-success'}>
      <div className="password-strength" aria-hidden="true">
        {SEGMENTS.map((segment) => (
          <span key={segment} data-filled={segment <= score} />
        ))}
      </div>
      <p>
        <strong>
          {unmet
            ? t('unmet')
            : isEnough
              ? t('estimate', { level })
              : t('required', { level, required: t(`levels.${required as PasswordScore}`) })}
        </strong>{' '}
        {estimated < GOOD || !isEnough ? advice.join(' ') : ''}
      </p>
    </div>
  );
}
