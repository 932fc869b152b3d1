/** reCAPTCHA check of the support form; skipped unless its two keys are configured. */
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { problem } from '../http/problem.ts';

const TIMEOUT_MS = 5000;
const Verdict = z.object({ success: z.boolean() });

type Settings = Pick<Config, 'RECAPTCHA_SECRET' | 'RECAPTCHA_VERIFY_URL'>;

/** @throws RecaptchaFailed for a missing or refused token, Busy if the service does not answer */
export async function requireRecaptcha(
  { RECAPTCHA_SECRET: secret, RECAPTCHA_VERIFY_URL: address }: Settings,
  token: string | undefined,
  ip: string,
): Promise<void> {
  if (secret === undefined) return;
  if (!token) throw problem('RecaptchaFailed', { fields: { RecaptchaToken: { problem: 'RecaptchaFailed' } } });
  if (!(await verified(address, new URLSearchParams({ secret, response: token, remoteip: ip }))))
    throw problem('RecaptchaFailed', { fields: { RecaptchaToken: { problem: 'RecaptchaFailed' } } });
}

async function verified(address: string, form: URLSearchParams): Promise<boolean> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    return Verdict.parse(await response.json()).success;
  } catch (cause) {
    throw problem('Busy', { retryAfterSeconds: 30, cause });
  }
}
