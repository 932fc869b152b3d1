/** Dialog of a question asked by a saga: what will happen, to which user, and the reason for the audit. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { isBlank, required } from '@api/contract/rules/required.ts';
import { questionAnswered, type Question } from '@store/notices/questions.slice.ts';
import { ruleMessage } from '@src/forms/validation.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { TextArea } from '@src/ui/TextArea.tsx';
import { useMessages } from './useMessage.ts';

export function QuestionDialog({ question }: { readonly question: Question }) {
  const { id, title, body, confirm, danger, reason, extra } = question;
  const { t } = useTranslation(['session', 'common', 'rules']);
  const { t: tRules } = useTranslation('rules');
  const dispatch = useDispatch();
  const [heading = '', text, yes, more] = useMessages([title, body, confirm, ...(extra ? [extra] : [])]);
  const [reasonText, setReasonText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [showsError, setShowsError] = useState(false);

  const isReasonMissing = reason === 'required' && isBlank(reasonText);
  const decline = () => {
    dispatch(questionAnswered({ id, confirmed: false }));
  };
  const accept = () => {
    setShowsError(isReasonMissing);
    if (isReasonMissing) return;
    dispatch(
      questionAnswered({
        id,
        confirmed: true,
        ...(!isBlank(reasonText) && { reason: reasonText.trim() }),
        ...(extra && { extra: isChecked }),
      }),
    );
  };

  return (
    <Dialog title={heading} onDecline={decline}>
      <p>{text}</p>
      {reason !== 'none' && (
        <TextArea
          label={t('reason')}
          value={reasonText}
          autoFocus
          maxLength={500}
          required={reason === 'required'}
          error={showsError && isReasonMissing ? ruleMessage(required, t('reason'), tRules) : undefined}
          onChange={(event) => {
            setReasonText(event.target.value);
          }}
        />
      )}
      {extra && (
        <Checkbox
          label={more}
          checked={isChecked}
          onChange={(event) => {
            setChecked(event.target.checked);
          }}
        />
      )}
      <div className="button-row">
        <Button onClick={decline} autoFocus={danger && reason === 'none'}>
          {t('common:cancel')}
        </Button>
        <Button type="primary" danger={danger} onClick={accept} autoFocus={!danger && reason === 'none'}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
