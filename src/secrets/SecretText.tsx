/** A text to copy, with its label. */
import { CopyButton } from '@src/ui/CopyButton.tsx';
import './secretText.css';

export function SecretText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="secret-text">
      <span className="field-label">{label}</span>
      <code role="group" aria-label={label}>
        {text}
      </code>
      <CopyButton text={text} of={label} />
    </div>
  );
}
