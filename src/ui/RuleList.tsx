/** A list of demands that ticks itself off while somebody types. */
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface Props {
  /** In words that may stand alone; `met` is told by sign, colour and, to those who hear it, by a word. */
  readonly demands: readonly { readonly key: string; readonly text: string; readonly met: boolean }[];
}

export function RuleList({ demands }: Props) {
  const { t } = useTranslation('common');
  return (
    <ul className="rule-list">
      {demands.map(({ key, text, met }) => (
        <li key={key} data-met={met}>
          <Icon name={met ? 'success' : 'todo'} />
          <span>
            {text}
            <VisuallyHidden> ({t(met ? 'met' : 'unmet')})</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
