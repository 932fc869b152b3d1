/** The chosen files, and why others were not taken. They outlive a failed send. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { namedScreenshot, sift, type FileLimits, type Sifted } from './attachments.ts';

const none: Sifted = { files: [], refusals: [] };

export function useAttachments(limits: FileLimits) {
  const { i18n } = useTranslation();
  const [sifted, setSifted] = useState(none);
  const add = useCallback(
    (added: readonly File[]) => {
      if (added.length === 0) return;
      setSifted(({ files }) => {
        const named = added.map((file, at) => namedScreenshot(file, files.length + at + 1));
        return sift(files, named, limits, i18n.language);
      });
    },
    [limits, i18n.language],
  );
  const remove = useCallback((gone: File) => {
    setSifted(({ files }) => ({ files: files.filter((file) => file !== gone), refusals: [] }));
  }, []);
  return { ...sifted, add, remove };
}
