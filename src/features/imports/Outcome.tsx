/** What has become of an import, its report, and the way back. */
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Result } from '@src/ui/lazyResult.ts';
import { problemCode } from '@api/client/clientProblem.ts';
import { useUndoImportMutation } from '@api/client/imports.api.ts';
import type { CountedImport } from '@api/contract/imports.shapes.ts';
import { type Reason, Reasons } from './Reasons.tsx';
import { ReportButton } from './ReportButton.tsx';
import { Rows } from './Rows.tsx';

export function Outcome({ one }: { readonly one: CountedImport }) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const [isAsked, setAsked] = useState(false);
  const [only, setOnly] = useState<Reason>();
  const { importId, state, counts, choices, undoableUntil, progress } = one;
  const { coming, withPassword, undone, kept } = counts;
  const numbered = (key: 'arrived' | 'undone' | 'kept' | 'passwordNext' | 'passwordMailed', count: number) =>
    t(key, { count, total: formats.number(count) });
  const without = coming - withPassword;
  const isUndone = state === 'undone';
  const heading = isUndone ? numbered('undone', undone) : numbered('arrived', progress.total === 0 ? 0 : coming);
  return (
    <>
      <Suspense>
        <Result
          severity={state === 'cancelled' ? 'warning' : 'success'}
          heading={state === 'cancelled' ? t('cancelled') : heading}
          text={
            <>
              {state === 'cancelled' && <p>{t(progress.total === 0 ? 'discarded' : 'cancelledText')}</p>}
              {state === 'done' && without > 0 && (
                <p>{numbered(choices.mailLinks ? 'passwordMailed' : 'passwordNext', without)}</p>
              )}
              {isUndone && kept > 0 && <p>{numbered('kept', kept)}</p>}
              {undoableUntil !== null && <p>{t('undoUntil', { at: formats.dateTime(undoableUntil) })}</p>}
            </>
          }
        >
          {progress.total > 0 && <ReportButton importId={importId} />}
          {undoableUntil !== null && (
            <Button
              danger
              onClick={() => {
                setAsked(true);
              }}
            >
              {t('undo')}
            </Button>
          )}
          <LinkButton type="primary" to={paths.usersList.to({})}>
            {t('list')}
          </LinkButton>
        </Result>
      </Suspense>
      <Reasons counts={counts} only={only} onOnly={setOnly} />
      {only && <Rows importId={importId} only={only} />}
      {isAsked && (
        <UndoDialog
          importId={importId}
          onClose={() => {
            setAsked(false);
          }}
        />
      )}
    </>
  );
}

type Refusal = ReturnType<typeof useUndoImportMutation>[1]['error'];

const isApprovalAsked = (refusal: Refusal): boolean =>
  refusal !== undefined && problemCode(problemOf(refusal)) === 'ApprovalNeeded';

interface UndoDialogProps {
  readonly importId: string;
  readonly onClose: () => void;
}

/** Asks before an import is taken back. */
function UndoDialog({ importId, onClose }: UndoDialogProps) {
  const { t } = useTranslation(['imports', 'common']);
  const [undo, { isLoading, error }] = useUndoImportMutation();
  const confirm = async () => {
    const { data, error: refusal } = await undo({ importId });
    // Another administrator has been asked: a notice says so.
    if (data || isApprovalAsked(refusal)) onClose();
  };
  return (
    <Dialog title={t('imports:moveIn.undoTitle')} onDecline={onClose}>
      {error && !isApprovalAsked(error) && <ProblemAlert problem={problemOf(error)} />}
      <p>{t('imports:moveIn.undoText')}</p>
      <div className="button-row">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <BusyButton type="primary" danger busy={isLoading} onClick={() => void confirm()}>
          {t('imports:moveIn.undo')}
        </BusyButton>
      </div>
    </Dialog>
  );
}
