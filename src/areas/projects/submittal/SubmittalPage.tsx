import { Download, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { DesignerPanel } from "../designer/DesignerPanel.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { download } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import {
  decisions,
  submittalCourse,
  submittalCycle,
  submittalKinds,
  submittalStatuses,
} from "./submittal.labels.ts";
import type { DesignerOf } from "../designer/designer.model.ts";
import type { SubmittalDetail } from "./submittal.model.ts";
import { SubmittalTurns } from "./SubmittalTurns.tsx";

const ReviewDialog = dialogOnDemand(
  async () => (await import("./SubmittalDialogs.tsx")).ReviewDialog,
);
const SubmitDialog = dialogOnDemand(
  async () => (await import("./SubmittalDialogs.tsx")).SubmitDialog,
);

const SendDialog = dialogOnDemand(
  async () => (await import("../designer/DesignerDialogs.tsx")).SendDialog,
);

const look = {
  statuses: submittalStatuses,
  course: submittalCourse,
  actions: submittalCycle.actions,
};
const own = ["submit", "toDesigner", ...Object.keys(decisions)];

const outsideOf = (d: DesignerOf, dueOn: SubmittalDetail["dueOn"]): string =>
  d.recommendation
    ? `The designer recommends ${submittalStatuses[decisions[d.recommendation]].label.toLowerCase()}: take it over, or decide otherwise.`
    : `It is with the designer; our review is due on ${dueOn ? formatDate(dueOn) : "no day"}.`;

const foundOf = (s: SubmittalDetail): string => {
  const late = s.overdue ? ", which is past" : "";
  switch (s.status) {
    case "draft":
      return s.submitBy
        ? `The contractor is to submit it by ${formatDate(s.submitBy)}${late}.`
        : "The contractor has not submitted it; no day is known by which it is needed.";
    case "submitted":
    case "in_review":
      if (s.designer) return outsideOf(s.designer, s.dueOn);
      return `Revision ${s.revision} is with us; its review is due on ${s.dueOn ? formatDate(s.dueOn) : "no day"}${late}.`;
    case "revise_resubmit":
      return `The contractor revises it and submits revision ${s.revision + 1}.`;
    case "withdrawn":
      return "It was withdrawn.";
    default:
      return `Revision ${s.revision} is reviewed: ${submittalStatuses[s.status].label.toLowerCase()}.`;
  }
};

const openFile = (id: string) =>
  void download(`/api/v1/files/${id}`).catch((error: unknown) =>
    notify.failed("The file did not come", error),
  );

function Listed({ submittal: s }: { submittal: SubmittalDetail }) {
  return (
    <Panel title="What is submitted">
      <Facts
        rows={[
          ["Specification section", s.section],
          ["Kind", submittalKinds[s.kind]],
          ["What it shows", s.description],
          [
            "Contract",
            s.contract && (
              <Link
                key="contract"
                className="underline"
                to={pathTo("contract", { id: s.contract.id })}
              >
                {s.contract.number}, {s.contract.vendor}
              </Link>
            ),
          ],
          [
            "Project",
            <Link
              key="project"
              className="underline"
              to={`${pathTo("project", { id: s.projectId })}?tab=questions`}
            >
              {s.projectNumber} {s.project}
            </Link>,
          ],
          ["Why withdrawn", s.statusReason],
        ]}
      />
    </Panel>
  );
}

function Days({ submittal: s }: { submittal: SubmittalDetail }) {
  return (
    <Panel title="Days">
      <Facts
        rows={[
          ["Needed on site", s.neededOn && formatDate(s.neededOn)],
          ["To make and deliver it", `${s.leadDays} days`],
          ["For the review", `${s.reviewDays} business days`],
          ["Submit by", s.submitBy && formatDate(s.submitBy)],
          ["Submitted", s.submittedOn && `${formatDate(s.submittedOn)}, ${s.submittedByName}`],
          ["Review due", s.dueOn && formatDate(s.dueOn)],
          ["Reviewed by", s.reviewedByName],
        ]}
      />
    </Panel>
  );
}

function Turns({ submittal: s }: { submittal: SubmittalDetail }) {
  if (s.turns.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>What the sides did</h2>
      <SubmittalTurns turns={s.turns} onOpen={openFile} />
    </section>
  );
}

const tabs: readonly RecordTab<SubmittalDetail>[] = [
  {
    id: "submittal",
    label: "Submittal",
    content: (s) => (
      <div className="stack">
        <Finding parts={[]} none={foundOf(s)} />
        <div className="grid gap-5 lg:grid-cols-2">
          <Listed submittal={s} />
          <Days submittal={s} />
        </div>
        {s.designer && s.status === "in_review" && (
          <DesignerPanel designer={s.designer} onOpen={openFile} />
        )}
        <Turns submittal={s} />
      </div>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (s) => (
      <>
        <p>
          <EvidenceButton ids={[s.id]} name={s.number} />
        </p>
        <Attachments objectType="submittal" objectId={s.id} />
        <Comments objectType="submittal" objectId={s.id} />
      </>
    ),
  },
];

const paper = (s: SubmittalDetail) =>
  void download(`/api/v1/submittals/${s.id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

type Asked = { of: SubmittalDetail; what: "submit" | "review" | "send" };

const offered = (s: SubmittalDetail, name: string, label: string, ask: () => void) => {
  const action = s.actions.find((each) => each.name === name);
  return action
    ? [
        {
          label,
          tone: "primary" as const,
          onSelect: ask,
          ...(action.reason && { reason: action.reason }),
        },
      ]
    : [];
};

const extrasOf = (s: SubmittalDetail, ask: (what: Asked["what"]) => void): ExtraAction[] => [
  ...offered(s, "approve", "Decide", () => ask("review")),
  ...offered(s, "submit", "Enter a submission", () => ask("submit")),
  ...offered(s, "toDesigner", s.designer ? "Send the link anew" : "Send to a designer", () =>
    ask("send"),
  ).map(({ tone: _tone, ...action }) => action),
  ...(s.canEdit
    ? [
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("submittalEdit", { id: s.id }),
        },
      ]
    : []),
  { label: "PDF", icon: <Download aria-hidden="true" />, onSelect: () => paper(s) },
];

/** A submittal: where it stands, its days, what each side did revision by revision. */
export default function SubmittalPage() {
  const { id = "" } = useParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage<SubmittalDetail>
        path="/api/v1/submittals"
        id={id}
        lifecycle={look}
        title={(s) => s.title}
        subtitle={(s) => s.project}
        deadline={(s) => ({ at: s.dueOn, label: "Review due", done: s.court !== "agency" })}
        ownActions={own}
        extraActions={(s) => extrasOf(s, (what) => setAsked({ of: s, what }))}
        tabs={tabs}
      />
      {asked?.what === "review" && <ReviewDialog submittal={asked.of} onClose={close} />}
      {asked?.what === "send" && <SendDialog of={asked.of} noun="submittals" onClose={close} />}
      {asked?.what === "submit" && <SubmitDialog submittal={asked.of} onClose={close} />}
    </>
  );
}
