/** The most frequent actions, actors and addresses of what matches; each is a button that filters by it, or no longer. */
import { Button, Flex } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditHistogram } from '@api/contract/audit.ts';
import { actionName } from '@api/contract/audit.words.ts';
import { useEventWords } from '@src/i18n/useEventWords.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import type { AuditView } from './auditView.ts';
import type { ViewChange } from './useAuditAddress.ts';

interface Props {
  readonly facets: AuditHistogram['facets'];
  /** Actors and addresses are of so many of the newest events; null: of all. */
  readonly newest: number | null;
  readonly view: AuditView;
  readonly onView: (change: ViewChange) => void;
}

const fields = ['action', 'actor', 'ip'] as const;

export function Facets({ facets, newest, view, onView }: Props) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="small-buttons">
      <Button
        type="link"
        className="flush-start"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setIsOpen(!isOpen);
        }}
      >
        {t(isOpen ? 'facets.hide' : 'facets.show')}
      </Button>
      <div id={id} role="group" aria-label={t('facets.label')} className="audit-facets tiles">
        {fields.map((field) => (
          <Facet
            key={field}
            field={field}
            values={facets[field]}
            chosen={view[field]}
            onChoose={(value) => {
              onView((latest) => ({ ...latest, [field]: value }));
            }}
          />
        ))}
        {newest !== null && <p className="muted small">{t('facets.newest', { number: formats.number(newest) })}</p>}
      </div>
    </div>
  );
}

interface FacetProps {
  readonly field: (typeof fields)[number];
  readonly values: AuditHistogram['facets']['action'];
  readonly chosen: string;
  /** Empty: no longer filtered by this field. */
  readonly onChoose: (value: string) => void;
}

function Facet({ field, values, chosen, onChoose }: FacetProps) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const words = useEventWords();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="muted small">
        {t(`facets.${field}`)}
      </h2>
      {values.length === 0 && <p className="muted small">{t('facets.none')}</p>}
      <Flex component="ul" vertical>
        {values.map(({ value, events }) => {
          // Names are found whatever their case.
          const isChosen = value.toLowerCase() === chosen.toLowerCase();
          const name = field === 'action' ? actionName(value, words) : value;
          return (
            <li key={value}>
              <Button
                type="text"
                block
                aria-pressed={isChosen}
                title={name}
                onClick={() => {
                  onChoose(isChosen ? '' : value);
                }}
              >
                <span className="cut">{name}</span>
                <span aria-hidden="true">{formats.number(events)}</span>
                <VisuallyHidden>{t('facets.events', { count: events, number: formats.number(events) })}</VisuallyHidden>
              </Button>
            </li>
          );
        })}
      </Flex>
    </section>
  );
}
