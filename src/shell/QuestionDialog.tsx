/** What a saga asks before it acts: what will happen, to whom, and for the audit why. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { isBlank, required } from '@api/contract/rules/required.ts';
import { questionAnswered, type Question } from '@store/notices/questions.slice.ts';
import { ruleMessage } from '@src/forms/validation.ts';
import { Button } from '@src/ui/Button.tsx';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { TextArea } from '@src/ui/TextArea.tsx';
import { useMessages } from './useMessage.ts';

export function QuestionDialog({ question }: { readonly question: Question }) {
  const { id, title, body, confirm, danger, reason, extra } = question;
  const { t } = useTranslation(['session', 'common', 'rules']);
  const { t: say } = useTranslation('rules');
  const dispatch = useDispatch();
  const [heading = '', text, yes, more] = useMessages([title, body, confirm, ...(extra ? [extra] : [])]);
  const [why, setWhy] = useState('');
  const [ticked, setTicked] = useState(false);
  const [complains, setComplains] = useState(false);

  const isOpen = reason === 'required' && isBlank(why);
  const decline = () => {
    dispatch(questionAnswered({ id, confirmed: false }));
  };
  const accept = () => {
    setComplains(isOpen);
    if (isOpen) return;
    dispatch(
      questionAnswered({ id, confirmed: true, ...(!isBlank(why) && { reason: why.trim() }), ...(extra && { extra: ticked }) }),
    );
  };

  return (
    <Dialog title={heading} onDecline={decline}>
      <p>{text}</p>
      {reason !== 'none' && (
        <TextArea
          label={t('reason')}
          value={why}
          autoFocus
          maxLength={500}
          required={reason === 'required'}
          error={complains && isOpen ? ruleMessage(required, t('reason'), say) : undefined}
          onChange={(event) => {
            setWhy(event.target.value);
          }}
        />
      )}
      {extra && (
        <Checkbox
          label={more}
          checked={ticked}
          onChange={(event) => {
            setTicked(event.target.checked);
          }}
        />
      )}
      <div className="button-row">
        <Button onClick={decline} autoFocus={danger && reason === 'none'}>
          {t('common:cancel')}
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} onClick={accept} autoFocus={!danger && reason === 'none'}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
