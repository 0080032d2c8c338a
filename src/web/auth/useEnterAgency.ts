import { useQueryClient } from "@tanstack/react-query";
import { api } from "../kit/api.ts";
import { notify } from "../kit/Toasts.tsx";

/** Makes another agency of this person the one in which their session works; says so where it fails. */
export const useEnterAgency = (): ((organizationId: string) => Promise<boolean>) => {
  const client = useQueryClient();
  return async (organizationId) => {
    try {
      await api("/api/v1/me/active-organization", { method: "POST", body: { organizationId } });
      await client.resetQueries();
      return true;
    } catch (error) {
      notify.failed("The agency was not changed", error);
      return false;
    }
  };
};
