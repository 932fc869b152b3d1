/** The queues of the desk as tabs, with how many tickets match in each. */
import { useTranslation } from 'react-i18next';
import { ticketTabs, type TicketTab } from '@api/contract/tickets.list.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useTabList } from '@src/list/useTabList.ts';
import { Link } from '@src/ui/Link.tsx';

interface Props {
  readonly tab: TicketTab;
  /** Undefined until loaded. */
  readonly counts: Readonly<Record<TicketTab, number>> | undefined;
  readonly addressFor: (tab: TicketTab) => string;
  readonly onChoose: (tab: TicketTab) => void;
  /** Id of the tab panel. */
  readonly controls: string;
}

export function TicketTabs({ tab, counts, addressFor, onChoose, controls }: Props) {
  const { t } = useTranslation('tickets');
  const formats = useFormats();
  const { list, tabProps } = useTabList(controls, [tab, counts !== undefined].join());
  return (
    <div ref={list} className="tabs row-tight" role="tablist" aria-label={t('tabs')}>
      {ticketTabs.map((each) => (
        <Link
          key={each}
          to={addressFor(each)}
          onFollow={() => {
            onChoose(each);
          }}
          {...tabProps(each === tab)}
        >
          {t(`tab.${each}`)}
          <span className="muted small">{counts && formats.number(counts[each])}</span>
        </Link>
      ))}
    </div>
  );
}
