import { useState } from "react";
import { Link, useParams } from "react-router";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { formatDate } from "#kernel/dates.ts";
import { RadioGroup, TextArea } from "#web/kit/form/fields.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { correctiveCycle, correctiveStatuses } from "./action.labels.ts";
import type { CorrectiveDetail } from "./action.model.ts";

const look = { statuses: correctiveStatuses, course: correctiveCycle.course };
const own = ["contain", "findCause", "check"] as const;
type Own = (typeof own)[number];
type Open = { what: Own; action: CorrectiveDetail };

function StepDialog({ open: { what, action }, onClose }: { open: Open; onClose: () => void }) {
  const common = {
    path: `/api/v1/corrective-actions/${action.id}/actions/${what}`,
    nouns: ["corrective-actions"],
    version: action.version,
    onClose,
  };
  if (what === "contain")
    return (
      <PostDialog
        {...common}
        title="Contain"
        submit="Contained"
        values={{ containment: action.containment }}
      >
        <TextArea name="containment" label="What was done at once" required rows={4} />
      </PostDialog>
    );
  if (what === "findCause")
    return (
      <PostDialog
        {...common}
        title="Enter the cause and a plan"
        description="Somebody other than the owner approves the plan."
        submit="Enter"
        values={{ rootCause: action.rootCause, plan: action.plan }}
      >
        <TextArea name="rootCause" label="Why it happened" required rows={4} />
        <TextArea name="plan" label="What is done so that it does not" required rows={4} />
      </PostDialog>
    );
  return (
    <PostDialog
      {...common}
      title="Check its effect"
      description="The second check closes it. What does not work is opened again."
      submit="Enter"
      values={{ found: "", effective: "" }}
      bodyOf={({ found, effective }) => ({ found, effective: effective === "yes" })}
    >
      <TextArea name="found" label="What was looked at and seen" required rows={4} />
      <RadioGroup
        name="effective"
        label="Does it work?"
        required
        options={[
          { value: "yes", label: "Yes" },
          { value: "no", label: "No, it is opened again" },
        ]}
      />
    </PostDialog>
  );
}

function CorrectiveFacts({ action: a }: { action: CorrectiveDetail }) {
  const rows: [string, React.ReactNode][] = [
    [
      "About",
      <Link key="about" to={a.subjectLink}>
        {a.subjectNumber}
      </Link>,
    ],
    ["What went wrong", a.problem],
    ["Done at once", a.containment],
    ["Why it happened", a.rootCause],
    ["Plan", a.plan],
    ["Opened by", a.opener],
    ["Plan approved by", a.approver],
    ["Implemented", a.implementedOn && `${formatDate(a.implementedOn)} by ${a.implementer ?? ""}`],
    ["First check", a.firstCheckOn && `${formatDate(a.firstCheckOn)}: ${a.firstCheck}`],
    ["Second check", a.secondCheckOn && `${formatDate(a.secondCheckOn)}: ${a.secondCheck}`],
    ["Next check from", a.nextCheckOn && formatDate(a.nextCheckOn)],
    ["Recurrences", a.recurrences > 0 && a.recurrences],
    ["Reason", a.statusReason],
  ];
  return (
    <Panel title="Corrective action">
      <Facts rows={rows} />
    </Panel>
  );
}

const tabs: RecordTab<CorrectiveDetail>[] = [
  { id: "action", label: "Action", content: (a) => <CorrectiveFacts action={a} /> },
  {
    id: "documents",
    label: "Documents",
    content: (a) => (
      <>
        <Attachments objectType="correctiveAction" objectId={a.id} />
        <Comments objectType="correctiveAction" objectId={a.id} />
      </>
    ),
  },
];

const offersOf = (a: CorrectiveDetail, open: (what: Own) => void): ExtraAction[] =>
  own.flatMap((name) => {
    const action = a.actions.find((one) => one.name === name);
    return action
      ? [
          {
            label: action.label,
            onSelect: () => open(name),
            reason: action.enabled ? null : action.reason,
            tone: "primary" as const,
          },
        ]
      : [];
  });

/** /corrective-actions/:id: a problem, its cause, what is done, and whether that works. */
export default function CorrectivePage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <RecordPage<CorrectiveDetail>
        path="/api/v1/corrective-actions"
        id={id}
        lifecycle={look}
        title={(a) => a.title}
        subtitle={(a) => `About ${a.subjectNumber}`}
        owner={(a) => a.owner}
        ownActions={own}
        extraActions={(a) => offersOf(a, (what) => setOpen({ what, action: a }))}
        tabs={tabs}
        rail={(a) => <RecordDeadlines sourceId={a.id} />}
      />
      {open && <StepDialog open={open} onClose={() => setOpen(null)} />}
    </>
  );
}
