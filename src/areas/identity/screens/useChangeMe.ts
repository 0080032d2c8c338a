import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "#web/kit/api.ts";
import type { Me, Preferences } from "../me/me.model.ts";

type Patch = { displayName?: string; preferences?: Preferences };

const showsMe = {
  predicate: ({ queryKey: [first, noun] }: { queryKey: readonly unknown[] }) =>
    first === "me" || (first === "noun" && noun === "me"),
};

/** Has everything that shows the signed-in person, their agency or their session read anew. */
export const refreshMe = (client: QueryClient): Promise<void> => client.invalidateQueries(showsMe);

const preferAtOnce = (client: QueryClient, preferences: Preferences): void =>
  void client.setQueriesData<Me>(
    showsMe,
    (me) =>
      me?.person && {
        ...me,
        person: { ...me.person, preferences: { ...me.person.preferences, ...preferences } },
      },
  );

/**
 * Changes one's own name or preferences. A preference holds from the press on, everywhere; where
 * the server refuses it, everything shows again what the server keeps.
 */
export const useChangeMe = () => {
  const client = useQueryClient();
  return async (patch: Patch): Promise<void> => {
    if (patch.preferences) preferAtOnce(client, patch.preferences);
    try {
      await api("/api/v1/me", { method: "PATCH", body: patch });
    } finally {
      await refreshMe(client);
    }
  };
};
