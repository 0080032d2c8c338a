import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { Leavings } from "../leaver/Leavings.tsx";
import { Accounts } from "./Accounts.tsx";
import { Dormancy } from "./Dormancy.tsx";
import { People } from "./People.tsx";

/** /user-management: everyone of the agency for administrators, all accounts for the operator. */
export default function UserManagement() {
  const { can } = useAuth();
  const agency = can("member.edit");
  const installation = can("account.manage");
  if (!agency && !installation)
    return (
      <EmptyState page kind="no-access" title="Administrators look after people here">
        Your own role and duties, and who gave them, stand under{" "}
        <Link className="text-link" to={pathTo("roles")}>
          Roles
        </Link>
        .
      </EmptyState>
    );
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">User management</h1>
        {agency && (
          <>
            <Link className="btn" to={pathTo("peopleImport")}>
              Import invitations
            </Link>
            <Link className="btn" to={pathTo("team")}>
              Team
            </Link>
          </>
        )}
      </div>
      <Tabs
        label="User management"
        tabs={[
          ...(agency
            ? [
                { id: "people", label: "People", content: () => <People /> },
                { id: "leaving", label: "Leaving", content: () => <Leavings /> },
                { id: "dormancy", label: "Unused accounts", content: () => <Dormancy /> },
              ]
            : []),
          ...(installation
            ? [{ id: "accounts", label: "Accounts", content: () => <Accounts /> }]
            : []),
        ]}
      />
    </div>
  );
}
