/** Files of a ticket: picked, dropped, or pasted in the form; with size, progress and remove button. */
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@api/contract/rules/fileSize.ts';
import { ruleMessage } from '@src/forms/validation.ts';
import { FileDrop } from '@src/ui/native/FileDrop.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import type { FileLimits, Refusal } from './attachments.ts';

interface Props {
  readonly files: readonly File[];
  readonly refusals: readonly Refusal[];
  readonly limits: FileLimits;
  /** Sent share of each file (0–1) during the upload. */
  readonly sentShares: readonly number[] | undefined;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (file: File) => void;
}

export function AttachmentsField({ files, refusals, limits, sentShares, onAdd, onRemove }: Props) {
  const { t, i18n } = useTranslation(['support', 'rules']);
  const { t: rule } = useTranslation('rules');
  const id = useId();
  const choose = useRef<HTMLDivElement>(null);
  const size = (bytes: number) => formatBytes(bytes, i18n.language);
  // The message names the accepted types itself.
  const isTypeRefused = refusals.some((refusal) => refusal.kind === 'rule' && refusal.rule.code === 'fileType');

  const reasonOf = (refusal: Refusal): string => {
    switch (refusal.kind) {
      case 'rule':
        return ruleMessage(refusal.rule, refusal.name, rule);
      case 'tooMany':
        return t('files.tooMany', { count: limits.maxAttachments });
      case 'tooMuch':
        return t('files.tooMuch', { size: size(limits.maxTotalSize) });
      case 'there':
        return t('files.there', { name: refusal.name });
    }
  };

  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <span className="field-label" id={`${id}-label`}>
        {t('files.label')}
      </span>
      <FileDrop
        ref={choose}
        label={t('files.choose')}
        hint={t('files.hint')}
        accept={limits.allowedTypes.join(',')}
        multiple
        onFiles={onAdd}
      />
      <div className="muted small" id={`${id}-hint`}>
        <p>
          {t('files.limits', {
            count: limits.maxAttachments,
            size: size(limits.maxAttachmentSize),
            total: size(limits.maxTotalSize),
          })}
        </p>
        {!isTypeRefused && <p>{t('files.types', { types: limits.allowedTypes.join(', ') })}</p>}
      </div>
      <div className="stack-tight">
        <div role="alert">
          {refusals.map((refusal, at) => (
            <p key={`${String(at)} ${refusal.name}`} className="field-error">
              {refusal.kind === 'there'
                ? reasonOf(refusal)
                : t('files.refused', { name: refusal.name, reason: reasonOf(refusal) })}
            </p>
          ))}
        </div>
        {files.length > 0 && (
          <ul className="box stack-tight">
            {files.map((file, at) => (
              <li key={`${file.name} ${String(file.size)} ${String(file.lastModified)}`} className="with-end">
                <span>{file.name}</span>
                <span className="row">
                  <span className="small muted">{size(file.size)}</span>
                  {sentShares ? (
                    <progress aria-label={t('files.sending', { name: file.name })} value={sentShares[at] ?? 0} max={1} />
                  ) : (
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={t('files.remove', { name: file.name })}
                      onClick={() => {
                        onRemove(file);
                        choose.current?.querySelector('button')?.focus();
                      }}
                    >
                      <Icon name="close" />
                    </button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
