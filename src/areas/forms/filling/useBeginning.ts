import { useState } from "react";
import { api } from "#web/kit/api.ts";
import { dropDraft, keepDraft, readDraft } from "#web/kit/form/draft.ts";

/** A visitor's submission to come; its key is there as soon as files are put to it. */
type Beginning = { id: string; key?: string };
type Begun = { id: string; key: string };

const beginningOf = (slug: string, formId: string) => {
  const name = `form-begun-${formId}`;
  let now: Beginning = readDraft<Begun>(name)?.values ?? { id: crypto.randomUUID() };
  let asking: Promise<Begun> | null = null;
  const ask = async (): Promise<Begun> => {
    const made = await api<Begun>(`/api/v1/public/forms/${slug}/begin`, { method: "POST" });
    now = made;
    keepDraft(name, made);
    return made;
  };
  const begin = (): Promise<Begun> => {
    const { id, key } = now;
    if (key) return Promise.resolve({ id, key });
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
  return { begin, begun: () => now, over: () => dropDraft(name) };
};

/**
 * The id with which a visitor sends a form once. The first file asks the server for one with a key,
 * which this device keeps beside what was typed.
 */
export const useBeginning = (slug: string, formId: string) =>
  useState(() => beginningOf(slug, formId))[0];
