import { useMemo } from "react";
import { shownAs } from "#kernel/keys/binding.ts";
import { effectiveKeys } from "#kernel/keys/effective.ts";
import { useAuth } from "../../auth/AuthProvider.tsx";

/** The keys that work for the person signed in, by action; an action without keys is not in it. */
export const useKeys = (): ReadonlyMap<string, string> => {
  const { me } = useAuth();
  const [agency, own] = [me?.org?.keys, me?.person.preferences.keys];
  return useMemo(() => effectiveKeys(agency, own), [agency, own]);
};

/** The keys of one action as people read them; null without any. */
export const useKeyHint = (action: string): string | null => {
  const binding = useKeys().get(action);
  return binding ? shownAs(binding) : null;
};
