import { DirectoryPanel } from "#areas/directory/directory.ui.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { Domains } from "./domain/Domains.tsx";
import { EnforcingTab } from "./enforcing/EnforcingTab.tsx";
import { EventLog } from "./log/EventLog.tsx";
import { Providers } from "./provider/Providers.tsx";

/** /sso-management: the agency's own providers, its mail domains, enforcing, and what happened. */
export default function SsoManagement() {
  return (
    <div className="grid max-w-[1080px] gap-5">
      <div>
        <h1>Single sign-on</h1>
        <p className="mt-1 text-t2">
          Your people come in through your agency&rsquo;s own sign-in: they keep one account, and
          your rules of passwords and second factors hold here too.
        </p>
      </div>
      <Tabs
        label="Single sign-on"
        tabs={[
          { id: "providers", label: "Providers", content: () => <Providers /> },
          { id: "domains", label: "Domains", content: () => <Domains /> },
          { id: "enforcing", label: "Enforcing", content: () => <EnforcingTab /> },
          { id: "directory", label: "Directory", content: () => <DirectoryPanel /> },
          { id: "log", label: "Log", content: () => <EventLog /> },
        ]}
      />
    </div>
  );
}
