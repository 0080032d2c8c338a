import { Download, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
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
import { DesignerPanel } from "../designer/DesignerPanel.tsx";
import { courts, rfiCourse, rfiCycle, rfiStatuses } from "./rfi.labels.ts";
import type { RfiDetail } from "./rfi.model.ts";
import { HeldDays } from "./HeldDays.tsx";
import { OpenedChanges } from "./OpenedChanges.tsx";
import { Turns } from "./Turns.tsx";
import { impactInWords } from "./words.ts";

const AnswerDialog = dialogOnDemand(async () => (await import("./AnswerDialog.tsx")).AnswerDialog);

const SendDialog = dialogOnDemand(
  async () => (await import("../designer/DesignerDialogs.tsx")).SendDialog,
);
const TakeOverDialog = dialogOnDemand(
  async () => (await import("../designer/DesignerDialogs.tsx")).TakeOverDialog,
);

const look = { statuses: rfiStatuses, course: rfiCourse, actions: rfiCycle.actions };
type Of = { rfi: RfiDetail };

const heldOf = (q: RfiDetail): { whose: string; held: number } => {
  if (q.court === "agency") return { whose: "our", held: q.daysAgency };
  return q.court === "designer"
    ? { whose: "the designer's", held: q.daysDesigner }
    : { whose: "the contractor's", held: q.daysContractor };
};

const foundOf = (q: RfiDetail): string => {
  if (q.status === "draft") return "Nobody was asked yet: it gets its number and its day then.";
  if (q.status === "withdrawn") return "It was withdrawn.";
  if (q.status === "closed") return "It is answered and closed.";
  const { whose, held } = heldOf(q);
  const so = `It is in ${whose} court, ${counted(held, "day")} in all`;
  if (q.designer?.answeredAt)
    return `${so}: the designer answered; take it over, or answer otherwise.`;
  if (q.status === "answered") return `${so}: whoever asked takes the answer or opens it again.`;
  return q.overdue && q.dueOn ? `${so}; an answer was due on ${formatDate(q.dueOn)}.` : `${so}.`;
};

const openFile = (id: string) =>
  void download(`/api/v1/files/${id}`).catch((error: unknown) =>
    notify.failed("The file did not come", error),
  );

function Files({ files }: { files: RfiDetail["files"] }) {
  return (
    <ul className="grid gap-1">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" className="text-link" onClick={() => openFile(file.id)}>
            {file.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

const lines = (text: string) =>
  text && <span className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</span>;

function Question({ rfi: q }: Of) {
  return (
    <Panel title="Question">
      <Facts
        rows={[
          ["Question", lines(q.question)],
          ["Proposed answer", lines(q.proposedAnswer)],
          ["Drawing or specification", q.reference],
          ["Place or station", q.place],
          ["Changes", impactInWords(q)],
          [
            "Asked by",
            [q.askedByName, q.askedOn && formatDate(q.askedOn)].filter(Boolean).join(", "),
          ],
          ["Asked of", courts[q.askedOf]],
          [
            "Contract",
            q.contract && (
              <Link
                key="contract"
                className="underline"
                to={pathTo("contract", { id: q.contract.id })}
              >
                {q.contract.number}, {q.contract.vendor}
              </Link>
            ),
          ],
          [
            "Project",
            <Link
              key="project"
              className="underline"
              to={`${pathTo("project", { id: q.projectId })}?tab=questions`}
            >
              {q.projectNumber} {q.project}
            </Link>,
          ],
          ["Files", q.files.length > 0 && <Files key="files" files={q.files} />],
          ["Why withdrawn", q.statusReason],
        ]}
      />
    </Panel>
  );
}

function Answer({ rfi: q }: Of) {
  return (
    <Panel title="Answer">
      {q.answer ? (
        <Facts
          rows={[
            ["Answer", lines(q.answer)],
            ["By", q.answeredByName],
            ["Files", q.answerFiles.length > 0 && <Files key="files" files={q.answerFiles} />],
          ]}
        />
      ) : (
        <p className="text-t2">There is no answer yet.</p>
      )}
    </Panel>
  );
}

const tabs: readonly RecordTab<RfiDetail>[] = [
  {
    id: "question",
    label: "Question",
    content: (q) => (
      <div className="stack">
        <Finding parts={[]} none={foundOf(q)} />
        {q.status !== "draft" && <HeldDays open={[q]} />}
        <div className="grid gap-5 lg:grid-cols-2">
          <Question rfi={q} />
          {q.designer && q.status === "open" ? (
            <DesignerPanel designer={q.designer} onOpen={openFile} />
          ) : (
            <Answer rfi={q} />
          )}
        </div>
        {q.status !== "draft" && (
          <OpenedChanges
            noun="rfis"
            id={q.id}
            begins={
              q.answer
                ? {
                    contractId: q.contractId,
                    title: q.title,
                    reason: `${q.number}: ${q.answer}`.slice(0, 4000),
                    description: q.title,
                    amount: q.costCents,
                    days: q.timeDays === null ? "" : String(q.timeDays),
                  }
                : null
            }
          />
        )}
        {q.turns.length > 0 && (
          <section className="grid gap-3">
            <h2>What the sides did</h2>
            <Turns turns={q.turns} />
          </section>
        )}
      </div>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (q) => (
      <>
        {q.status !== "draft" && (
          <p>
            <EvidenceButton ids={[q.id]} name={q.number} />
          </p>
        )}
        <Attachments objectType="rfi" objectId={q.id} />
        <Comments objectType="rfi" objectId={q.id} />
      </>
    ),
  },
];

const paper = (q: RfiDetail) =>
  void download(`/api/v1/rfis/${q.id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

type Asked = { of: RfiDetail; what: "answer" | "takeOver" | "send" };

// A button of the page's own for a step that asks for more than a reason.
const offered = (
  q: RfiDetail,
  name: string,
  label: string,
  ask: () => void,
  tone?: "primary",
): ExtraAction[] => {
  const action = q.actions.find((each) => each.name === name);
  return action
    ? [
        {
          label,
          onSelect: ask,
          ...(tone && { tone }),
          ...(action.reason && { reason: action.reason }),
        },
      ]
    : [];
};

const extrasOf = (q: RfiDetail, ask: (what: Asked["what"]) => void): ExtraAction[] => {
  const came = q.designer?.answeredAt;
  return [
    ...(came ? offered(q, "answer", "Take over", () => ask("takeOver"), "primary") : []),
    ...offered(
      q,
      "answer",
      came ? "Answer otherwise" : "Answer",
      () => ask("answer"),
      came ? undefined : "primary",
    ),
    ...offered(q, "toDesigner", q.designer ? "Send the link anew" : "Send to a designer", () =>
      ask("send"),
    ),
    ...(q.canEdit
      ? [
          {
            label: "Edit",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("rfiEdit", { id: q.id }),
          },
        ]
      : []),
    { label: "PDF", icon: <Download aria-hidden="true" />, onSelect: () => paper(q) },
  ];
};

/** A question: in whose court it is, what is asked and answered, what each side did. */
export default function RfiPage() {
  const { id = "" } = useParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage<RfiDetail>
        path="/api/v1/rfis"
        id={id}
        lifecycle={look}
        title={(q) => q.title}
        subtitle={(q) => q.project}
        owner={(q) => q.askedByName}
        deadline={(q) => ({ at: q.dueOn, label: "Answer due", done: q.status !== "open" })}
        ownActions={["answer", "toDesigner"]}
        extraActions={(q) => extrasOf(q, (what) => setAsked({ of: q, what }))}
        tabs={tabs}
      />
      {asked?.what === "answer" && <AnswerDialog rfi={asked.of} onClose={close} />}
      {asked?.what === "takeOver" && <TakeOverDialog rfi={asked.of} onClose={close} />}
      {asked?.what === "send" && <SendDialog of={asked.of} noun="rfis" onClose={close} />}
    </>
  );
}
