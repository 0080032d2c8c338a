import type { RightRow } from "#areas/organization/organization.public.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { RightList } from "../people/RightList.tsx";

/** What you may do beyond every member, who gave it and until when. */
export function MyRights() {
  const list = useGet<{ items: RightRow[] }>("rights", "/api/v1/rights/mine");
  if (list.isPending) return <TableSkeleton columns={2} />;
  if (list.isError)
    return <ErrorPanel error={list.error} what="Your rights" onRetry={() => void list.refetch()} />;
  return <RightList rights={list.data.items} />;
}
