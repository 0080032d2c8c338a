import { useAuth } from "#web/auth/AuthProvider.tsx";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { ClaimTable } from "../claim/ClaimTable.tsx";
import { ChangeTable } from "./ChangeTable.tsx";
import { PublishedChanges } from "./PublishedChanges.tsx";

function OurOwn() {
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Claims and change orders</h1>
        <p className="text-t2">
          More and less are added up apart: what is taken out hides no growth.
        </p>
      </div>
      <Tabs
        label="Claims and change orders"
        tabs={[
          { id: "changes", label: "Change orders", content: () => <ChangeTable /> },
          { id: "claims", label: "Claims", content: () => <ClaimTable /> },
        ]}
      />
    </div>
  );
}

/** Members see their agency's; everybody else what agencies have published. */
export default function ClaimsChangeOrders() {
  const { me, loading, can } = useAuth();
  if (loading) return <RecordSkeleton />;
  return me?.kind === "member" && can("contract.read") ? <OurOwn /> : <PublishedChanges />;
}
