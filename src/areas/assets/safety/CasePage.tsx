import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useBeginFlow } from "#areas/flows/flows.ui.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { SubjectActions } from "../action/SubjectActions.tsx";
import type { CaseStep } from "./CaseDialogs.tsx";
import { DaysPanel } from "./DaysPanel.tsx";
import { PrivatePanel } from "./PrivatePanel.tsx";
import { Questions } from "./Questions.tsx";
import { injuryTypes, outcomes, safetyCycle, safetyStatuses, severities } from "./safety.labels.ts";
import type { SafetyDetail } from "./safety.model.ts";

const look = { statuses: safetyStatuses, course: safetyCycle.course };
const CaseDialog = dialogOnDemand(async () => (await import("./CaseDialogs.tsx")).CaseDialog);
type Open = { what: CaseStep; of: SafetyDetail };

function Clock({ of: c }: { of: SafetyDetail }) {
  const { timeZone } = useAgency();
  if (!c.severe || !c.severeDueAt) return null;
  const { label, hours, citation } = severities[c.severe];
  return (
    <Panel title="Tell OSHA">
      {c.severeToldAt ? (
        <p>
          Told {formatInstant(c.severeToldAt, timeZone)}: {c.severeToldTo}
        </p>
      ) : (
        <p className="font-semibold text-danger">
          {label}: tell OSHA within {hours} hours, by {formatInstant(c.severeDueAt, timeZone)}, at
          the area office or 1-800-321-OSHA. {citation}
        </p>
      )}
    </Panel>
  );
}

function CaseFacts({ of: c }: { of: SafetyDetail }) {
  const { timeZone } = useAgency();
  const rows: [string, React.ReactNode][] = [
    ["Happened", formatInstant(c.happenedAt, timeZone)],
    ["Reported on", formatDate(c.reportedOn)],
    ["Where", [c.location, c.place].filter(Boolean).join(", ")],
    ["Asset", c.assetId && <Link to={pathTo("asset", { id: c.assetId })}>{c.asset}</Link>],
    ["Establishment", c.establishment],
    ["What could have happened", c.hazard],
    ["What the investigation found", c.finding],
    ["Classification", c.because],
    ["Outcome", c.outcome && outcomes[c.outcome]],
    [
      "Type",
      c.injuryType !== null && injuryTypes[String(c.injuryType) as keyof typeof injuryTypes],
    ],
    ["Privacy case", c.privacy && "Yes: its name stands on the confidential list alone"],
    ["Reason", c.statusReason],
  ];
  return (
    <Panel title="Case">
      <Facts rows={rows} />
    </Panel>
  );
}

const tabsOf: readonly RecordTab<SafetyDetail>[] = [
  {
    id: "case",
    label: "Case",
    content: (c) => (
      <>
        <Clock of={c} />
        <CaseFacts of={c} />
        {c.questions.length > 0 && c.status !== "reported" && c.status !== "triaged" && (
          <Questions of={c} />
        )}
        {c.kind !== "near_miss" && c.status !== "reported" && <DaysPanel of={c} />}
        {c.canReadPrivate && <SubjectActions type="safetyCase" id={c.id} />}
      </>
    ),
  },
  {
    id: "private",
    label: "Private",
    content: (c) =>
      c.canReadPrivate ? (
        <>
          <PrivatePanel of={c} />
          <Attachments objectType="safetyCase" objectId={c.id} />
          <Comments objectType="safetyCase" objectId={c.id} />
        </>
      ) : (
        <Panel title="Private">
          <p>Names and medical facts are read by the safety officer alone.</p>
        </Panel>
      ),
  },
];

const own = ["triage", "classify"] as const;
const offersOf = (c: SafetyDetail, open: (what: CaseStep) => void): ExtraAction[] => [
  ...own.flatMap((name): ExtraAction[] => {
    const action = c.actions.find((one) => one.name === name);
    return action
      ? [
          {
            label: action.label,
            tone: "primary",
            onSelect: () => open(name),
            reason: action.enabled ? null : action.reason,
          },
        ]
      : [];
  }),
  ...(c.canEdit && c.severe && !c.severeToldAt
    ? [{ label: "OSHA was told", tone: "primary" as const, onSelect: () => open("tell") }]
    : []),
  ...(c.canEdit && c.status === "investigating"
    ? [{ label: "Enter what was found", onSelect: () => open("finding") }]
    : []),
];

/** /safety-management/:id: a case, how it was classified, its clocks; what is private stands apart. */
export default function CasePage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<Open | null>(null);
  const flow = useBeginFlow("safetyCase");
  return (
    <>
      <RecordPage<SafetyDetail>
        path="/api/v1/safety-cases"
        id={id}
        lifecycle={look}
        title={(c) => c.title}
        subtitle={(c) => c.establishment ?? c.location}
        menu={flow.menu}
        ownActions={own}
        extraActions={(c) => offersOf(c, (what) => setOpen({ what, of: c }))}
        tabs={[...tabsOf]}
        rail={(c) => <RecordDeadlines sourceId={c.id} />}
      />
      {flow.dialog}
      {open && <CaseDialog what={open.what} of={open.of} onClose={() => setOpen(null)} />}
    </>
  );
}
