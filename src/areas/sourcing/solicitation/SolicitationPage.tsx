import { CheckCircle2, Copy, FilePenLine, FileStack, Gavel, Globe } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download, messageOf } from "#web/kit/api.ts";
import { Dialog, type MenuEntry } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { MeasuredShapes } from "#areas/projects/projects.ui.tsx";
import { RecordControls } from "#areas/controls/controls.ui.tsx";
import { OutageNotice } from "../outage/OutagePanel.tsx";
import { OfficersPanel } from "../opening/OfficersPanel.tsx";
import { AddendaTab } from "./AddendumForm.tsx";
import { ClausesPanel, DocumentsPanel, ItemsPanel, ScopePanels } from "./ContentPanels.tsx";
import { QuestionsTab } from "./QuestionsTab.tsx";
import { kinds, solicitationCourse, solicitationStatuses } from "./solicitation.labels.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";
import { VendorsTab } from "./VendorsTab.tsx";
import { SolicitationFacts } from "./SolicitationFacts.tsx";

const look = { statuses: solicitationStatuses, course: solicitationCourse };
const open = new Set(["published", "questions_closed"]);
const deciding = new Set([
  "opened",
  "evaluating",
  "intent_posted",
  "protest_window",
  "protest_hold",
  "awarded",
  "contracted",
]);

function Checks({ s }: { s: SolicitationDetail }) {
  if (s.checks.length === 0) return null;
  const left = s.checks.filter((check) => !check.ok).length;
  return (
    <Panel
      title="Before it is published"
      aside={
        <span className={left ? "text-warning" : "text-success"}>
          {left ? `${left} to do` : "ready"}
        </span>
      }
    >
      <ul className="checks">
        {s.checks.map((check) => (
          <li key={check.text} className={check.ok ? "pass" : "warn"}>
            <span>
              {check.text}
              {check.citation && <small>{check.citation}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const load = (document: SolicitationDetail["documents"][number]) =>
  void download(`/api/v1/files/${document.fileId}`).catch((error: unknown) =>
    notify.failed("The file could not be fetched", error),
  );

function ClauseTools({
  s,
  clause,
}: {
  s: SolicitationDetail;
  clause: SolicitationDetail["clauses"][number];
}) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const change = useMutationAction("solicitations");
  if (!s.canEdit) return null;
  const send = (why: string | null) =>
    change.mutate(
      {
        path: `/api/v1/solicitations/${s.id}/clauses/${clause.id}/actions/leaveOut`,
        body: { reason: why },
      },
      {
        onSuccess: () => setAsking(false),
        onError: (error) => notify.failed("Not changed", messageOf(error)),
      },
    );
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        onClick={() => (clause.leftOut ? send(null) : setAsking(true))}
      >
        {clause.leftOut ? "Take back in" : "Leave out"}
        <span className="visually-hidden"> {clause.title}</span>
      </button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Leave out: ${clause.title}`}
        description="The rule's choice stays on record, with your reason."
        footer={
          <>
            <button type="button" className="btn" onClick={() => setAsking(false)}>
              Cancel
            </button>
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={reason.trim().length < 3}
              onClick={() => {
                if (reason.trim().length >= 3) send(reason.trim());
              }}
            >
              Leave it out
            </button>
          </>
        }
      >
        <label className="field">
          <span className="label">Reason</span>
          <textarea
            className="field-control"
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      </Dialog>
    </>
  );
}

const useMenu = () => {
  const navigate = useNavigate();
  const { can } = useAuth();
  const copy = useMutationAction<{ id: string; number: string }>("solicitations");
  return (s: SolicitationDetail): MenuEntry[] => {
    const make = (kind: string | null, label: string, icon: ReactNode): MenuEntry => ({
      label,
      icon,
      onSelect: () =>
        copy.mutate(
          { path: `/api/v1/solicitations/${s.id}/actions/copy`, body: { kind } },
          {
            onSuccess: (made) => {
              notify.done(`${made.number} is drafted`);
              void navigate(pathTo("solicitationEdit", { id: made.id }));
            },
            onError: (error) => notify.failed("Not copied", messageOf(error)),
          },
        ),
    });
    if (!can("solicitation.edit")) return [];
    return [
      ...(s.kind === "rfi"
        ? [make("rfp", "Make a request for proposals of it", <FileStack aria-hidden="true" />)]
        : []),
      make(null, "Copy to a new draft", <Copy aria-hidden="true" />),
    ];
  };
};

const waiting = ["draft", "returned", "in_approval", "approved"];
const quotes = (s: SolicitationDetail) => `/bid-evaluation/quotes/${s.id}`;

/** Where to go on from a solicitation, by its state. */
const extraOf = (s: SolicitationDetail, search: string): ExtraAction[] => [
  ...(s.canEdit
    ? [
        {
          label: "Change",
          icon: <FilePenLine aria-hidden="true" />,
          to: `${pathTo("solicitationEdit", { id: s.id })}${search}`,
        },
      ]
    : []),
  ...((s.status === "closed" || open.has(s.status)) && s.kind !== "rfi"
    ? [
        {
          label: "Opening",
          icon: <CheckCircle2 aria-hidden="true" />,
          to: `/solicitations/${s.id}/opening`,
          ...(s.status === "closed" ? { tone: "primary" as const } : {}),
        },
      ]
    : []),
  ...(s.kind === "rfq" && (s.status === "awarded" || s.status === "contracted")
    ? [
        {
          label: s.orders.some((order) => waiting.includes(order.status))
            ? "The award: orders waiting"
            : "The award",
          to: quotes(s),
        },
      ]
    : []),
  ...(s.kind === "rfq" && s.status === "opened"
    ? [{ label: "Award the quotes", tone: "primary" as const, to: quotes(s) }]
    : []),
  ...(deciding.has(s.status) && s.kind !== "rfi" && s.kind !== "rfq"
    ? [
        {
          label: "Evaluation",
          icon: <Gavel aria-hidden="true" />,
          to: s.evaluationId
            ? pathTo("evaluation", { id: s.evaluationId })
            : `/bid-evaluation?q=${encodeURIComponent(s.number)}`,
        },
      ]
    : []),
  ...(s.publishedAt && !s.invitedOnly
    ? [
        {
          label: "As the public sees it",
          icon: <Globe aria-hidden="true" />,
          tone: "quiet" as const,
          href: `/public-opportunities?id=${s.id}`,
        },
      ]
    : []),
];

/** One solicitation: what is asked, of whom, what changed, and what this person may do now. */
export default function SolicitationPage() {
  const { id = "" } = useParams();
  const menu = useMenu();
  const { search } = useLocation();
  return (
    <RecordPage<SolicitationDetail>
      path="/api/v1/solicitations"
      id={id}
      lifecycle={look}
      title={(s) => s.title}
      subtitle={(s) => (
        <>
          {kinds[s.kind]}
          {s.invitedOnly && (
            <>
              {" "}
              <Badge tone="neutral" label="Invited only" />
            </>
          )}
          {s.federal && (
            <>
              {" "}
              <Badge tone="info" label="Federal money" />
            </>
          )}
        </>
      )}
      owner={(s) => s.buyer}
      deadline={(s) => (s.dueAt ? { at: s.dueAt, label: "Due", done: !open.has(s.status) } : null)}
      menu={menu}
      extraActions={(s) => extraOf(s, search)}
      tabs={[
        {
          id: "scope",
          label: "Scope",
          content: (s) => (
            <ScopePanels
              s={s}
              documents={<DocumentsPanel documents={s.documents} onLoad={load} />}
            />
          ),
        },
        {
          id: "items",
          label: "Items",
          count: (s) => s.items.length,
          content: (s) => <ItemsPanel s={s} />,
        },
        {
          id: "vendors",
          label: "Vendors",
          count: (s) => s.invitations.length,
          content: (s) => <VendorsTab s={s} />,
        },
        {
          id: "questions",
          label: "Questions",
          count: (s) => s.questions.length,
          content: (s) => <QuestionsTab s={s} />,
        },
        {
          id: "addenda",
          label: "Addenda",
          count: (s) => s.addenda,
          content: (s) => <AddendaTab s={s} />,
        },
        {
          id: "clauses",
          label: "Clauses",
          count: (s) => s.clauses.filter((c) => !c.leftOut).length,
          content: (s) => (
            <ClausesPanel
              clauses={s.clauses}
              tools={(clause) => <ClauseTools s={s} clause={clause} />}
            />
          ),
        },
      ]}
      rail={(s) => (
        <>
          <Checks s={s} />
          {s.status === "closed" && <OutageNotice solicitationId={s.id} />}
          {(s.status === "draft" || s.status === "review") && s.protection === "sealed" && (
            <OfficersPanel solicitationId={s.id} />
          )}
          <SolicitationFacts s={s} />
          <RecordControls type="solicitation" id={s.id} />
          <MeasuredShapes of="solicitationId" id={s.id} />
        </>
      )}
    />
  );
}
