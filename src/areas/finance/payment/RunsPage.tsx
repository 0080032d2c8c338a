import { Navigate } from "react-router";
import { pathTo } from "#areas.ts";

/** The runs are a part of the payments' page; the address above a run leads there. */
export default function RunsPage() {
  return <Navigate to={`${pathTo("payments")}?tab=runs`} replace />;
}
