import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { Requests } from "../request/Requests.tsx";
import { Reviews } from "../review/Reviews.tsx";
import { AllRights } from "./AllRights.tsx";
import { Explained } from "./Explained.tsx";
import { MyRights } from "./MyRights.tsx";

/** /admin/roles: one's own rights, everybody's for those who look after them, requests, reviews. */
export default function Roles() {
  const { can } = useAuth();
  const sees = can("member.edit") || can("member.confirm");
  return (
    <div className="stack">
      <h1>Roles</h1>
      <Tabs
        label="Roles"
        tabs={[
          { id: "mine", label: "Your rights", content: () => <MyRights /> },
          ...(sees ? [{ id: "all", label: "All rights", content: () => <AllRights /> }] : []),
          { id: "requests", label: "Requests", content: () => <Requests /> },
          { id: "reviews", label: "Reviews", content: () => <Reviews /> },
          { id: "explained", label: "What they may do", content: () => <Explained /> },
        ]}
      />
    </div>
  );
}
