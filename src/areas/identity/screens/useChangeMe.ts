import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../web/kit/api.ts";
import { invalidateNoun } from "../../../web/kit/queries.ts";
import type { Preferences } from "../me/me.model.ts";

/** Changes one's own name or preferences and has everything that shows them read anew. */
export const useChangeMe = () => {
  const client = useQueryClient();
  return async (patch: { displayName?: string; preferences?: Preferences }): Promise<void> => {
    await api("/api/v1/me", { method: "PATCH", body: patch });
    await Promise.all([client.invalidateQueries({ queryKey: ["me"] }), invalidateNoun(client, "me")]);
  };
};
