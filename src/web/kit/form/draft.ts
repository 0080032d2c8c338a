import { currentSession } from "#web/auth/session.ts";
import type { Instant } from "#kernel/time.ts";

/** What a draft was typed over: a record's version and the form's values of it. */
export type Under = { version: number; values: Record<string, unknown> };
export type Draft<T> = { at: Instant; values: T; under?: Under };
const keyOf = (formKey: string): string =>
  `levee.draft.${currentSession()?.user.id ?? "anonymous"}.${formKey}`;
const maxAgeMs = 30 * 86_400_000;

/** What this person last typed into this form on this device, up to 30 days ago. */
export const readDraft = <T>(formKey: string): Draft<T> | null => {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(formKey)) ?? "null") as Draft<T> | null;
    return draft && Date.now() - Date.parse(draft.at) < maxAgeMs ? draft : null;
  } catch {
    return null;
  }
};

/** Keeps what was typed, and over what; answers when, or null when the device refused. */
export const keepDraft = <T>(
  formKey: string,
  values: T,
  under: Under | null = null,
): Instant | null => {
  const at = new Date().toISOString();
  try {
    localStorage.setItem(
      keyOf(formKey),
      JSON.stringify({ at, values, ...(under ? { under } : {}) }),
    );
    return at;
  } catch {
    return null;
  }
};

export const dropDraft = (formKey: string): void => {
  try {
    localStorage.removeItem(keyOf(formKey));
  } catch {
    /* nothing was kept */
  }
};
