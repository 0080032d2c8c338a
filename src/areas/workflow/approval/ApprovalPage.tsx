import { Navigate, useParams } from "react-router";
import { pageAt } from "#areas.ts";
import { roleSatisfies, type Role } from "#kernel/access.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ApprovalPane } from "./InboxList.tsx";

const inbox = "/approvals-inbox";

/**
 * Where notices lead: the inbox for those who have it; for people who approve by duty or by name,
 * the request on a page of its own.
 */
export default function ApprovalPage() {
  const { id = "" } = useParams();
  const { me } = useAuth();
  const access = pageAt(inbox)?.access;
  if (me && Array.isArray(access) && roleSatisfies(me.role, access as Role[]))
    return <Navigate to={`${inbox}?open=${encodeURIComponent(id)}`} replace />;
  return (
    <div className="panel approval-page">
      <h1 className="visually-hidden">Approval</h1>
      <ApprovalPane id={id} />
    </div>
  );
}
