import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Grants } from "../grant/Grants.tsx";
import type { GrantList } from "../grant/grant.model.ts";
import { Departments } from "../department/Departments.tsx";
import { Invitations } from "../invitation/Invitations.tsx";
import { Members } from "./Members.tsx";

const InviteDialog = dialogOnDemand(
  async () => (await import("../invitation/InviteDialog.tsx")).InviteDialog,
);

/** /team: people with role and duties, invitations, departments. */
export default function Team() {
  const { me, can } = useAuth();
  const [inviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  const seesGrants = can("member.edit") || can("member.confirm");
  const grants = useGet<GrantList>("access-grants", "/api/v1/access-grants", {
    enabled: seesGrants,
  });
  const waiting = grants.data?.items.filter((row) => row.status === "waiting").length;
  if (me && !me.org)
    return (
      <EmptyState page kind="no-access" title="You belong to no agency yet">
        Accept an invitation or create an agency under First steps.
      </EmptyState>
    );
  return (
    <div className="grid gap-5">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="flex-1 basis-full sm:basis-0">Team</h1>
        <Link className="btn" to={pathTo("roles")}>
          Roles
        </Link>
        {can("member.edit") && (
          <Link className="btn" to={pathTo("people")}>
            User management
          </Link>
        )}
        {can("signature.read") && (
          <Link className="btn" to={pathTo("signingAuthority")}>
            Signing authority
          </Link>
        )}
        <Held permission="member.edit" what="Invite">
          <button type="button" className="btn btn-primary" onClick={invite}>
            <UserPlus aria-hidden="true" />
            Invite
          </button>
        </Held>
      </div>
      <Tabs
        label="Team"
        tabs={[
          { id: "members", label: "Members", content: () => <Members /> },
          ...(can("member.edit")
            ? [
                {
                  id: "invitations",
                  label: "Invitations",
                  content: () => <Invitations onInvite={invite} />,
                },
              ]
            : []),
          ...(seesGrants
            ? [
                {
                  id: "grants",
                  label: "Access",
                  count: waiting || undefined,
                  content: () => <Grants />,
                },
              ]
            : []),
          { id: "departments", label: "Departments", content: () => <Departments /> },
        ]}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}
