import { lazy, Suspense, useSyncExternalStore } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useMedia } from "#web/kit/media.ts";
import { useNow } from "#web/kit/now.ts";
import { QrCode } from "#web/kit/QrCode.tsx";
import { Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { DeviceChecks } from "./phone/DeviceChecks.tsx";
import { DevicePanel } from "./phone/DevicePanel.tsx";
import { InstallPanel } from "./phone/InstallPanel.tsx";
import { ClosedNotice, ForeignNotice, StandingNotice } from "./phone/notices.tsx";
import { stateSaid } from "./phone/said.ts";
import { useField } from "./phone/useField.ts";
import { useOnline } from "./phone/useOnline.ts";

const EnrolPanel = lazy(async () => ({
  default: (await import("./phone/EnrolPanel.tsx")).EnrolPanel,
}));
const UnlockPanel = lazy(async () => ({
  default: (await import("./phone/UnlockPanel.tsx")).UnlockPanel,
}));
const DeviceDesk = lazy(async () => ({
  default: (await import("./desk/DeviceDesk.tsx")).DeviceDesk,
}));

const never = () => () => {};
const useAddress = () =>
  useSyncExternalStore(
    never,
    () => `${window.location.origin}/mobile-app`,
    () => "",
  );

/** The address as a code, for whoever sits at a desk. */
function OnYourPhone() {
  const address = useAddress();
  return (
    <Panel title="On your phone">
      <div className="flex flex-wrap items-center gap-6">
        {address && <QrCode text={address} label={`Code of ${address}`} />}
        <p className="max-w-prose text-t2">
          Hold the phone's camera to this code, sign in there and enroll it. Then inspections,
          deliveries and requests are recorded where there is no signal.
        </p>
      </div>
    </Panel>
  );
}

function Here() {
  const { stage, foreign } = useField();
  if (stage === "reading") return <RecordSkeleton />;
  if (stage === "closed") return <ClosedNotice />;
  if (foreign) return <ForeignNotice />;
  if (stage === "none") return <EnrolPanel />;
  return stage === "locked" ? <UnlockPanel /> : <DevicePanel />;
}

/** The agency's devices, for whoever manages them. */
function Devices() {
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <DeviceDesk />
    </Suspense>
  );
}

/** This browser as a device; folded where somebody at a desk looks after those of others. */
function ThisDevice({ folded, phone }: { folded: boolean; phone: boolean }) {
  const own = (
    <div className="stack">
      <Suspense fallback={<RecordSkeleton />}>
        <Here />
      </Suspense>
      {phone && <InstallPanel />}
      <DeviceChecks />
    </div>
  );
  return folded ? (
    <details>
      <summary className="text-t2">Use this computer in the field too</summary>
      <div className="mt-4">{own}</div>
    </details>
  ) : (
    own
  );
}

/**
 * /mobile-app: the app on this device; at a desk also the code for a phone, and first of all the agency's
 * devices for whoever manages them.
 */
export default function MobileAppPage() {
  const field = useField();
  const online = useOnline();
  const now = useNow();
  const { session, can } = useAuth();
  const phone = useMedia("(max-width: 767px)");
  const enrolled = field.stage === "open" || field.stage === "locked";
  const manages = session !== null && can("device.all");
  const atDesk = manages && !phone;
  return (
    <div className="stack">
      <h1>Mobile app</h1>
      {atDesk && <Devices />}
      {(enrolled || !atDesk) && (
        <Finding
          parts={enrolled ? stateSaid(field, online, now) : []}
          none="This browser is not enrolled: nothing can be recorded on it without a line."
        />
      )}
      <StandingNotice />
      {!phone && session && <OnYourPhone />}
      <ThisDevice folded={atDesk && !enrolled} phone={phone} />
      {manages && !atDesk && <Devices />}
    </div>
  );
}
