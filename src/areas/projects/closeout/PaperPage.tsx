import { FileUp, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
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
import { paperCourse, paperCycle, paperKinds, paperStatuses } from "./paper.labels.ts";
import type { PaperDetail } from "./paper.model.ts";

const HandInDialog = dialogOnDemand(async () => (await import("./HandInDialog.tsx")).HandInDialog);

const look = { statuses: paperStatuses, course: paperCourse, actions: paperCycle.actions };
type Of = { paper: PaperDetail };

const found = (paper: PaperDetail): string => {
  if (paper.status === "accepted") return `${paper.accepter ?? "A former member"} accepted it.`;
  if (paper.status === "sent") return `${paper.sentName} handed it in: look at it.`;
  if (paper.status === "dropped") return `It is not needed: ${paper.statusReason}`;
  if (paper.status === "back") return `It was sent back: ${paper.statusReason}`;
  return paper.late
    ? `It was due on ${formatDate(paper.dueOn!)}.`
    : `It is to be handed in by ${paper.party}.`;
};

const open = (id: string) =>
  void download(`/api/v1/files/${id}`).catch((error: unknown) =>
    notify.failed("The file did not come", error),
  );

function Files({ paper }: Of) {
  if (paper.files.length === 0) return <p className="text-t2">Nothing is handed in yet.</p>;
  return (
    <ul className="grid gap-2" aria-label="Files of the paper">
      {paper.files.map((file) => (
        <li key={file.id}>
          <button type="button" className="btn btn-quiet" onClick={() => open(file.id)}>
            {file.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Paper({ paper }: Of) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <Finding parts={[]} none={found(paper)} />
      <section className="grid gap-3">
        <h2>Handed in</h2>
        <Files paper={paper} />
      </section>
      <Panel title="Facts">
        <Facts
          rows={[
            ["Kind", paperKinds[paper.kind]],
            ["From whom", paper.party],
            ["Due", paper.dueOn && formatDate(paper.dueOn)],
            ["Warranty until", paper.validUntil && formatDate(paper.validUntil)],
            ["Confirmation number", paper.certificateNo],
            [
              "Handed in",
              paper.sentAt && `${paper.sentName}, ${formatInstant(paper.sentAt, timeZone)}`,
            ],
            [
              "Accepted",
              paper.acceptedAt && `${paper.accepter}, ${formatInstant(paper.acceptedAt, timeZone)}`,
            ],
            [
              "Contract",
              paper.contract && (
                <Link
                  className="underline"
                  to={`${pathTo("contract", { id: paper.contract.id })}?tab=closeout`}
                >
                  {paper.contract.number} {paper.contract.title}
                </Link>
              ),
            ],
            ["Note", paper.note && <span className="whitespace-pre-line">{paper.note}</span>],
            [
              "Project",
              <Link
                key="project"
                className="underline"
                to={`${pathTo("project", { id: paper.projectId })}?tab=closeout`}
              >
                {paper.projectNumber} {paper.project}
              </Link>,
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

const tabs: readonly RecordTab<PaperDetail>[] = [
  { id: "paper", label: "Paper", content: (paper) => <Paper paper={paper} /> },
  {
    id: "files",
    label: "Files and comments",
    content: (paper) => (
      <>
        <Attachments objectType="closeoutPaper" objectId={paper.id} />
        <Comments objectType="closeoutPaper" objectId={paper.id} />
      </>
    ),
  },
];

const extrasOf = (paper: PaperDetail, handIn: () => void): ExtraAction[] => [
  ...(paper.actions.some(({ name, enabled }) => name === "handIn" && enabled)
    ? [
        {
          label: "Hand in",
          tone: "primary" as const,
          icon: <FileUp aria-hidden="true" />,
          onSelect: handIn,
        },
      ]
    : []),
  ...(paper.canEdit
    ? [
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("closeoutPaperEdit", { id: paper.id }),
        },
      ]
    : []),
];

/** A closeout paper: what is asked for, what was handed in, who accepted it. */
export default function PaperPage() {
  const { id = "" } = useParams();
  const [asked, setAsked] = useState<PaperDetail | null>(null);
  return (
    <>
      <RecordPage<PaperDetail>
        path="/api/v1/closeout-papers"
        id={id}
        lifecycle={look}
        title={(paper) => paper.title}
        subtitle={(paper) => paper.project}
        owner={(paper) => paper.party}
        ownActions={["handIn"]}
        extraActions={(paper) => extrasOf(paper, () => setAsked(paper))}
        tabs={tabs}
      />
      {asked && (
        <HandInDialog
          paper={asked}
          path={`/api/v1/closeout-papers/${asked.id}/actions/handIn`}
          version={asked.version}
          nouns={["closeout-papers", "projects"]}
          description="Another person looks at it and accepts it."
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
