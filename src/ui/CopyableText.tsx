/** An identifier or an address in full, with a button that copies it. */
import { CopyButton } from './CopyButton.tsx';

/** @param props.of names the text for screen readers */
export function CopyableText({ text, of }: { readonly text: string; readonly of: string }) {
  return (
    <div className="copyable row row-tight">
      <span className="mono small">{text}</span>
      <div className="row row-tight small-buttons">
        <CopyButton text={text} of={of} />
      </div>
    </div>
  );
}
