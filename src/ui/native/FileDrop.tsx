/** File picker and drop zone. */
import { useRef, useState, type ComponentProps, type DragEvent, type Ref } from 'react';
import { Button } from './Button.tsx';
import './fileDrop.css';

interface Props extends Pick<ComponentProps<typeof Button>, 'kind' | 'busy'> {
  readonly label: string;
  readonly hint: string;
  /** Extensions and MIME types, as in `accept`. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly ref?: Ref<HTMLDivElement>;
}

export function FileDrop({ label, hint, accept, multiple, onFiles, ref, ...button }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      ref={ref}
      className="drop box row"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={drop}
    >
      <input
        ref={picker}
        type="file"
        multiple={multiple}
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Allows to choose the same file again after it was removed or corrected.
          currentTarget.value = '';
        }}
      />
      <Button
        {...button}
        onClick={() => {
          picker.current?.click();
        }}
      >
        {label}
      </Button>
      <p className="small muted">{hint}</p>
    </div>
  );
}
