/** The chosen files and the rejected ones; kept after a failed request. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { namedScreenshot, checkFiles, type FileLimits, type Sifted } from './attachments.ts';

const none: Sifted = { files: [], refusals: [] };

export function useAttachments(limits: FileLimits) {
  const { i18n } = useTranslation();
  const [sifted, setSifted] = useState(none);
  const add = useCallback(
    (added: readonly File[]) => {
      if (added.length === 0) return;
      setSifted(({ files }) => {
        const named = added.map((file, at) => namedScreenshot(file, files.length + at + 1));
        return checkFiles(files, named, limits, i18n.language);
      });
    },
    [limits, i18n.language],
  );
  const remove = useCallback((removed: File) => {
    setSifted(({ files }) => ({ files: files.filter((file) => file !== removed), refusals: [] }));
  }, []);
  return { ...sifted, add, remove };
}
