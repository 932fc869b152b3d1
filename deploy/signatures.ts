/** Judges the report of `npm audit signatures --json`. */
import { z } from 'zod';

const Package = z.object({ name: z.string(), version: z.string() });
const Checked = z.object({ invalid: z.array(Package), missing: z.array(Package) });
const Failed = z.object({ error: z.object({ code: z.string().optional(), summary: z.string() }) });

/** A signature under a key that the registry does not have, or has no longer. */
const WRONG_KEY = new Set(['EMISSINGSIGNATUREKEY', 'EEXPIREDSIGNATUREKEY']);

interface Judgement {
  readonly isWrong: boolean;
  readonly message: string;
}

/** @param report empty or cut off if npm did not end in time */
export function judgeSignatures(report: string): Judgement {
  const parsed = parse(report);
  const { data: failed } = Failed.safeParse(parsed);
  if (failed) return judgeFailure(failed.error);
  const { data: checked } = Checked.safeParse(parsed);
  if (!checked) return notChecked('the registry has not answered in time');
  const { invalid, missing } = checked;
  if (invalid.length > 0) {
    const lines = invalid.map(({ name, version }) => `  ${name}@${version}`);
    return { isWrong: true, message: ['WRONG SIGNATURES: these packages are not what was published.', ...lines].join('\n') };
  }
  if (missing.length > 0)
    return { isWrong: false, message: `No signature is wrong; ${String(missing.length)} packages have none from this registry.` };
  return { isWrong: false, message: 'The signatures of all packages are right.' };
}

function judgeFailure({ code, summary }: z.infer<typeof Failed>['error']): Judgement {
  const [line = ''] = summary.split('\n');
  return WRONG_KEY.has(code ?? '') ? { isWrong: true, message: `WRONG SIGNATURE: ${line}` } : notChecked(line);
}

const notChecked = (reason: string): Judgement => ({
  isWrong: false,
  message: `Signatures of packages are not checked here: ${reason}.`,
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
