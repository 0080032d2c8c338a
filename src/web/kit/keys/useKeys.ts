import { useMemo } from "react";
import { shownAs } from "#kernel/keys/binding.ts";
import { coreActions } from "#kernel/keys/core.ts";
import { effectiveKeys } from "#kernel/keys/effective.ts";
import { useAuth } from "../../auth/AuthProvider.tsx";

/**
 * The keys of the frame, of lists and of the inbox that work for the person signed in, by action; an
 * action without keys is not in it. Those of commands too: `useAllKeys`.
 */
export const useKeys = (): ReadonlyMap<string, string> => {
  const { me } = useAuth();
  const [agency, own] = [me?.org?.keys, me?.person.preferences.keys];
  return useMemo(() => effectiveKeys(coreActions, agency, own), [agency, own]);
};

/** The keys of one action as people read them; null without any. */
export const useKeyHint = (action: string): string | null => {
  const binding = useKeys().get(action);
  return binding ? shownAs(binding) : null;
};
