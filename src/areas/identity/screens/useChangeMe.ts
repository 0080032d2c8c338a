import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "../../../web/kit/api.ts";
import { invalidateNoun } from "../../../web/kit/queries.ts";
import type { Me, Preferences } from "../me/me.model.ts";

type Patch = { displayName?: string; preferences?: Preferences };

const showsMe = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === "me" || (queryKey[0] === "noun" && queryKey[1] === "me" && queryKey[2] === "get") };

const preferAtOnce = (client: QueryClient, preferences: Preferences): void =>
  void client.setQueriesData<Me>(showsMe, (me) => me?.person && { ...me, person: { ...me.person, preferences: { ...me.person.preferences, ...preferences } } });

/** Changes one's own name or preferences. A preference holds from the press on, everywhere; where the server refuses it, everything shows again what the server keeps. */
export const useChangeMe = () => {
  const client = useQueryClient();
  return async (patch: Patch): Promise<void> => {
    if (patch.preferences) preferAtOnce(client, patch.preferences);
    try {
      await api("/api/v1/me", { method: "PATCH", body: patch });
    } finally {
      await Promise.all([client.invalidateQueries({ queryKey: ["me"] }), invalidateNoun(client, "me")]);
    }
  };
};
