import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs, type TabDefinition } from "#web/kit/Tabs.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Me } from "../me/me.model.ts";
import { AgencySettings } from "./AgencySettings.tsx";
import { Appearance } from "./Appearance.tsx";
import { Billing } from "./Billing.tsx";
import { Notices } from "./Notices.tsx";
import { Profile } from "./Profile.tsx";
import { Security } from "./Security.tsx";

const tabsFor = (me: Me, canEditAgency: boolean): TabDefinition[] => [
  { id: "profile", label: "Profile", content: () => <Profile me={me} /> },
  { id: "security", label: "Sign-in and security", content: () => <Security me={me} /> },
  { id: "notifications", label: "Notifications", content: () => <Notices me={me} /> },
  { id: "appearance", label: "Appearance and keys", content: () => <Appearance me={me} /> },
  ...(me.org && canEditAgency
    ? [{ id: "agency", label: "Agency", content: () => <AgencySettings /> }]
    : []),
  { id: "billing", label: "Billing", content: () => <Billing org={me.org} /> },
];

/**
 * /settings: one's own profile, sign-in, notices, appearance; the agency's settings for
 * administrators; the plan.
 */
export default function Settings() {
  const { can } = useAuth();
  const me = useGet<Me>("me", "/api/v1/me");
  return (
    <div className="grid max-w-[880px] gap-5">
      <h1>Settings</h1>
      {me.isPending && <RecordSkeleton />}
      {me.isError && (
        <ErrorPanel error={me.error} what="Your settings" onRetry={() => void me.refetch()} />
      )}
      {me.data && <Tabs label="Settings" tabs={tabsFor(me.data, can("organization.edit"))} />}
    </div>
  );
}
