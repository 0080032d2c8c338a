import { Pencil } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { ApplicationTable } from "../application/ApplicationTable.tsx";
import { ReviewPanel } from "../review/ReviewPanel.tsx";
import { Reviewers } from "../review/Reviewers.tsx";
import { programCycle, applicantKinds, programCourse, programStatuses } from "./program.labels.ts";
import type { ProgramDetail } from "./program.model.ts";

type Criterion = ProgramDetail["criteria"][number];
const parts: readonly LinePart<Criterion>[] = [
  { label: "Criterion", as: "title", cell: (c) => c.name },
  { label: "What is looked at", words: true, cell: (c) => c.about },
  { label: "Maximum points", cell: (c) => c.maxScore },
  { label: "Weight", as: "amount", cell: (c) => c.weight },
];

function About({ program: p }: { program: ProgramDetail }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Award that pays", p.award ? `${p.award} ${p.awardTitle}` : "None named"],
    [
      "Applications",
      `${formatDate(p.opensOn)} to ${p.closesOn ? formatDate(p.closesOn) : "closing by hand"}`,
    ],
    ["Money", `${formatDate(p.startsOn)} to ${formatDate(p.endsOn)}`],
    [
      "For one",
      `${p.least ? `${formatCents(p.least)} to ` : "At most "}${p.most ? formatCents(p.most) : "all of it"}`,
    ],
    ["Match", p.matchPercent ? `${p.matchPercent} percent` : "None"],
    ["Consensus", `where scores are more than ${p.apartPercent} percent of the points apart`],
    ["Who may apply", p.applicants.map((k) => applicantKinds[k]).join(", ") || "Everybody"],
    ["Contact", [p.contactName, p.contactEmail].filter(Boolean).join(", ")],
  ];
  return (
    <>
      <p className="whitespace-pre-wrap">{p.summary}</p>
      <Facts rows={facts} />
      <Panel title="What is scored">
        <LineTable label="Criteria" parts={parts} lines={p.criteria} keyOf={(c) => c.id} />
      </Panel>
    </>
  );
}

function Rail({ program: p }: { program: ProgramDetail }) {
  const { timeZone } = useAgency();
  return (
    <>
      {p.sheetSha256 && (
        <Panel title="Frozen sheet">
          <p>
            {p.frozenBy}, {p.frozenAt ? formatInstant(p.frozenAt, timeZone) : ""}
          </p>
          <p className="text-12 break-all text-t3">SHA-256 {p.sheetSha256}</p>
          <p>
            {p.toldAt
              ? `Applicants were told ${formatInstant(p.toldAt, timeZone)}.`
              : "Applicants see theirs as submitted until you send the notices."}
          </p>
        </Panel>
      )}
      <Reviewers program={p} />
    </>
  );
}

/** One grant program of the agency's own: what it is for, who applied, how it was scored. */
export default function ProgramPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ProgramDetail>
      path="/api/v1/grant-programs"
      id={id}
      lifecycle={{
        statuses: programStatuses,
        course: programCourse,
        actions: programCycle.actions,
      }}
      title={(p) => p.title}
      subtitle={(p) => p.award ?? "No award named"}
      owner={(p) => p.owner}
      amountCents={(p) => p.total}
      deadline={(p) => ({ at: p.closesOn, label: "Closes", done: p.status !== "open" })}
      extraActions={(p) =>
        p.canEdit
          ? [
              {
                label: "Edit",
                icon: <Pencil aria-hidden="true" />,
                to: pathTo("grantProgramEdit", { id: p.id }),
              },
            ]
          : []
      }
      tabs={[
        { id: "about", label: "Program", content: (p) => <About program={p} /> },
        {
          id: "applications",
          label: "Applications",
          count: (p) => p.applications || undefined,
          content: (p) => <ApplicationTable program={p} />,
        },
        { id: "review", label: "Review", content: (p) => <ReviewPanel program={p} /> },
        {
          id: "documents",
          label: "Documents",
          content: (p) => <Attachments objectType="grantProgram" objectId={p.id} />,
        },
      ]}
      rail={(p) => <Rail program={p} />}
    />
  );
}
