import { useAuth } from "../auth/AuthProvider.tsx";
import { useGet } from "../kit/queries.ts";

export type Counts = { notifications: number; tasks: number; approvals: number };
const none: Counts = { notifications: 0, tasks: 0, approvals: 0 };

/** The figures of the header's badges; zero for a stranger. */
export const useCounts = (): Counts => {
  const { session } = useAuth();
  return useGet<Counts>("counts", "/api/v1/me/counts", { enabled: session !== null }).data ?? none;
};
