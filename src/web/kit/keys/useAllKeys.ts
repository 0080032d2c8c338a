import { useMemo } from "react";
import { effectiveKeys } from "#kernel/keys/effective.ts";
import { keyActions } from "#kernel/keys/registry.ts";
import { useAuth } from "../../auth/AuthProvider.tsx";

/** All keys that work for the person signed in, by action, those of commands among them. */
export const useAllKeys = (): ReadonlyMap<string, string> => {
  const { me } = useAuth();
  const [agency, own] = [me?.org?.keys, me?.person.preferences.keys];
  return useMemo(() => effectiveKeys(keyActions, agency, own), [agency, own]);
};
