/** The demands on a value, judged while it is typed. */
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface Demand {
  readonly key: string;
  /** In words that may stand alone. */
  readonly text: string;
  /** `later`: only the server can judge it. */
  readonly state: 'met' | 'unmet' | 'later';
}

const icons = { met: 'success', unmet: 'todo', later: 'info' } as const;

/** The state is shown by icon and colour, and said in a word to those who see neither. */
export function RuleList({ demands }: { readonly demands: readonly Demand[] }) {
  const { t } = useTranslation('common');
  return (
    <ul className="rule-list">
      {demands.map(({ key, text, state }) => (
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
