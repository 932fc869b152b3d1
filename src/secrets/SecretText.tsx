/** A text to copy, with its label. */
import { CopyButton } from '@src/ui/CopyButton.tsx';

export function SecretText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="with-end">
      <span className="field-label">{label}</span>
      <code className="mono small" role="group" aria-label={label}>
        {text}
      </code>
      <CopyButton text={text} of={label} />
    </div>
  );
}
