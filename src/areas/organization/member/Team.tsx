import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { EmptyState } from "../../../web/kit/states.tsx";
import { Tabs } from "../../../web/kit/Tabs.tsx";
import { Departments } from "../department/Departments.tsx";
import { Invitations } from "../invitation/Invitations.tsx";
import { Members } from "./Members.tsx";

/** /team: people with role and duties, invitations, departments. */
export default function Team() {
  const { me, can } = useAuth();
  if (me && !me.org) return <EmptyState kind="no-access" title="You belong to no agency yet">Accept an invitation or create an agency under First steps.</EmptyState>;
  return (
    <div className="grid gap-5">
      <h1>Team</h1>
      <Tabs label="Team" tabs={[
        { id: "members", label: "Members", content: () => <Members /> },
        ...(can("member.edit") ? [{ id: "invitations", label: "Invitations", content: () => <Invitations /> }] : []),
        { id: "departments", label: "Departments", content: () => <Departments /> },
      ]} />
    </div>
  );
}
