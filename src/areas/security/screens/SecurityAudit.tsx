import { useAuth } from "#web/auth/AuthProvider.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { AlertTable, CaseTable, EventTable } from "./SecurityTables.tsx";

/** /admin/security-audit: alerts, events and, for officers alone, cases. */
export default function SecurityAudit() {
  const { can } = useAuth();
  if (!can("securityEvent.read"))
    return (
      <div className="stack">
        <h1>Security audit</h1>
        <EmptyState kind="no-results" title="For security officers">
          Security officers, managers and administrators read it. Your own sign-ins stand under
          Security settings.
        </EmptyState>
      </div>
    );
  return (
    <div className="stack">
      <h1>Security audit</h1>
      <Tabs
        label="Security audit"
        tabs={[
          { id: "alerts", label: "Alerts", content: () => <AlertTable /> },
          { id: "events", label: "Events", content: () => <EventTable /> },
          ...(can("securityCase.read")
            ? [{ id: "cases", label: "Cases", content: () => <CaseTable /> }]
            : []),
        ]}
      />
    </div>
  );
}
