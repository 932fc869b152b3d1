/** Selection count and the operations on it. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import type { OperationKind } from '@api/contract/actions.ts';
import type { CsvDelimiter } from '@api/contract/csv.ts';
import { bulkRequested } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { isRed, whyBarred } from '../actions/userActions.ts';
import { CsvButton } from '../../../csv/CsvButton.tsx';
import { isOperationBarred } from './isOperationBarred.ts';
import type { RowSelection } from './rowSelectionContext.ts';
import { type Offer, useOffers } from './useOffers.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Menu, type MenuItem } from '@src/ui/Menu.tsx';

interface Props {
  readonly selection: RowSelection;
  /** Another operation is being prepared, or runs. */
  readonly isBarred: boolean;
  readonly onExport: (delimiter: CsvDelimiter) => void;
  readonly onClear: () => void;
}

/** These mend what people call about; the others are in the menu behind them. */
const FIRST: readonly OperationKind[] = ['enable', 'disable', 'unlock', 'resetMfa', 'resendInvite'];

export function SelectionBar({ selection, isBarred, onExport, onClear }: Props) {
  const { selected, all, busy, total, selectAll } = selection;
  const { t } = useTranslation(['users', 'actions', 'bulk']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const { data: self } = useFetchSelfQuery();
  const offers = useOffers();
  const barred = self ? whyBarred(self, 'Users.ResetAuthentication') : null;
  const isOff = ({ kind }: Offer) => isBarred || (self !== undefined && isOperationBarred(self, kind));
  const labelOf = ({ kind, count }: Offer) =>
    count === undefined ? t(`actions:${kind}.label`) : `${t(`actions:${kind}.label`)} ${formats.number(count)}`;
  const whoOf = (count: number) => t('bulk:who', { count, total: formats.number(count) });
  const request = ({ kind }: Offer) => dispatch(bulkRequested({ kind }));
  return (
    <>
      <p role="status">
        <strong>{t('bulk:selected', { count: selected.size, total: formats.number(selected.size) })}</strong>
      </p>
      <div className="small-buttons row row-tight grow">
        {!all && (
          <BusyButton type="link" busy={busy} onClick={selectAll}>
            {t('bulk.all', { total })}
          </BusyButton>
        )}
        <Button type="link" onClick={onClear}>
          {t('bulk.clear')}
        </Button>
      </div>
      <div className="bulk-actions row row-tight small-buttons" role="group" aria-label={t('bulk:actions')}>
        {offers
          .filter(({ kind }) => FIRST.includes(kind))
          .map((offer) => (
            <Button
              key={offer.kind}
              danger={isRed(offer.kind)}
              disabled={isOff(offer)}
              aria-description={offer.count === undefined ? undefined : whoOf(offer.count)}
              onClick={() => request(offer)}
            >
              {t(`actions:${offer.kind}.label`)}
              {offer.count !== undefined && (
                <span className="bulk-count" aria-hidden>
                  {formats.number(offer.count)}
                </span>
              )}
            </Button>
          ))}
        <MoreOperations
          items={offers
            .filter(({ kind }) => !FIRST.includes(kind))
            .map((offer) => ({
              key: offer.kind,
              label: labelOf(offer),
              ...(isOff(offer) && { reason: t(barred ? `reason.${barred}` : 'palette.underWay') }),
              onSelect: () => request(offer),
            }))}
        />
        <CsvButton onSave={onExport} />
      </div>
      {barred && (
        <p className="full-row muted small">
          {barred === 'reading'
            ? t('reason.reading')
            : t('edit.security.refused', { action: t('actions:resetMfa.label'), reason: t('reason.acting') })}
        </p>
      )}
    </>
  );
}

/** The operations that have no button of their own, as a menu. */
function MoreOperations({ items }: { readonly items: readonly MenuItem[] }) {
  const { t } = useTranslation(['users', 'bulk']);
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (items.length === 0) return null;
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
        }}
      >
        {t('bulk:moreActions')}
      </Button>
      {anchor && (
        <Menu
          label={t('bulk:actions')}
          anchor={anchor}
          items={items}
          onClose={() => {
            setAnchor(undefined);
          }}
        />
      )}
    </>
  );
}
