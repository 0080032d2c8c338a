import { lazy, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useMedia } from "#web/kit/media.ts";
import { useNow } from "#web/kit/now.ts";
import { EmptyState, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs, type TabDefinition } from "#web/kit/Tabs.tsx";
import { CaptureTab } from "./phone/CaptureTab.tsx";
import { ClosedNotice, ForeignNotice, StandingNotice } from "./phone/notices.tsx";
import { OutboxTab } from "./phone/OutboxTab.tsx";
import { isStopped, stateSaid } from "./phone/said.ts";
import { TodayTab } from "./phone/TodayTab.tsx";
import { useField } from "./phone/useField.ts";
import { useOnline } from "./phone/useOnline.ts";
import type { FieldNow } from "../store/state.ts";

// At a desk alone, with a line: a phone opens without them.
const ReceivedDesk = lazy(async () => ({
  default: (await import("./desk/ReceivedDesk.tsx")).ReceivedDesk,
}));
const OwnCapture = lazy(async () => ({
  default: (await import("./desk/OwnCapture.tsx")).OwnCapture,
}));
const UnlockPanel = lazy(async () => ({
  default: (await import("./phone/UnlockPanel.tsx")).UnlockPanel,
}));
const ReviewDesk = lazy(async () => ({
  default: (await import("./desk/ReviewDesk.tsx")).ReviewDesk,
}));

function NotEnrolled() {
  return (
    <EmptyState
      kind="first-use"
      title="This device is not enrolled"
      action={
        <Link className="btn btn-primary" to="/mobile-app">
          Enroll this device
        </Link>
      }
    >
      Enrolled, it holds your work and records it where there is no signal.
    </EmptyState>
  );
}

function Stopped() {
  return (
    <EmptyState
      kind="no-access"
      title="No work on this device"
      action={
        <Link className="btn" to="/mobile-field-operations?tab=outbox">
          Outbox
        </Link>
      }
    >
      What you recorded before stands in the outbox.
    </EmptyState>
  );
}

/** What stands in place of the device's own tabs while its store is not open; null once it is. */
const standIn = ({ stage, foreign }: FieldNow) => {
  if (stage === "reading") return <RecordSkeleton />;
  if (stage === "closed") return <ClosedNotice />;
  if (foreign) return <ForeignNotice />;
  if (stage === "none") return <NotEnrolled />;
  return stage === "locked" ? <UnlockPanel /> : null;
};

/** `asked`: the capture of one's own that somebody opened, with a line. */
const deviceTabs = (field: FieldNow, asked: string | null): TabDefinition[] => {
  const instead = standIn(field);
  const stopped = isStopped(field) ? () => <Stopped /> : null;
  const within = (content: TabDefinition["content"]) => () => instead ?? content();
  return [
    { id: "today", label: "Today", content: within(stopped ?? (() => <TodayTab />)) },
    { id: "capture", label: "Capture", content: within(stopped ?? (() => <CaptureTab />)) },
    {
      id: "outbox",
      label: "Outbox",
      ...(field.waiting > 0 && !field.foreign && { count: field.waiting }),
      content: asked ? () => <OwnCapture id={asked} /> : within(() => <OutboxTab />),
    },
  ];
};

const deskTabs: TabDefinition[] = [
  { id: "review", label: "Review", content: () => <ReviewDesk /> },
  { id: "received", label: "Received", content: () => <ReceivedDesk /> },
];

/** What is open within a tab, by its parameter of the address. */
const openWithin = ["kind", "id", "capture"];

/** /mobile-field-operations: the day's work without a line; at a desk, what came in. */
export default function FieldPage() {
  const field = useField();
  const online = useOnline();
  const now = useNow();
  const { can, session } = useAuth();
  const phone = useMedia("(max-width: 767px)");
  const [search] = useSearchParams();
  const reviews = can("field.review") && !phone;
  const desk: TabDefinition[] = can("field.review") ? deskTabs : [];
  const own = deviceTabs(field, session && search.get("capture"));
  const tabs = reviews ? [...desk, ...own] : [...own, ...desk];
  const enrolled = field.stage === "open" || field.stage === "locked";
  return (
    <div className="stack field-screen" data-tab={search.get("tab") ?? tabs[0]?.id}>
      <h1>Field operations</h1>
      {enrolled && !field.foreign && (
        <Finding parts={stateSaid(field, online, now)} none="Nothing waits" />
      )}
      <StandingNotice />
      <div className="field-tabs">
        <Suspense fallback={<RecordSkeleton />}>
          <Tabs tabs={tabs} label="Field operations" inner={openWithin} />
        </Suspense>
      </div>
    </div>
  );
}
