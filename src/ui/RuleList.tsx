/** Rules of a value, checked while typing: antd has no list with the state of each item. */
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import './ruleList.css';

export interface RuleCheck {
  readonly key: string;
  /** A complete sentence. */
  readonly text: string;
  /** `later`: only the server can check it. */
  readonly state: 'met' | 'unmet' | 'later';
}

const icons = { met: 'success', unmet: 'todo', later: 'info' } as const;

/** The state is shown by icon and colour, and as hidden text for screen readers. */
export function RuleList({ checks }: { readonly checks: readonly RuleCheck[] }) {
  const { t } = useTranslation('common');
  return (
    <ul className="rule-list">
      {checks.map(({ key, text, state }) => (
        <li key={key} data-state={state}>
          <Icon name={icons[state]} />
          <span>
            <span data-text="">{text}</span>
            {state === 'later' ? ` (${t('later')})` : <VisuallyHidden> ({t(state)})</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ul>
  );
}
