import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { download } from "#web/kit/api.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { SendDialog } from "../closeout/SendDialog.tsx";
import { dueCycle, dueStatuses, recurrences, sides } from "./obligation.labels.ts";
import type { DueDetail } from "./obligation.model.ts";

const look = { statuses: dueStatuses, course: dueCycle.course, actions: dueCycle.actions };

function ObligationFacts({ due: x }: { due: DueDetail }) {
  const rows: [string, React.ReactNode][] = [
    ["Who owes it", sides[x.side]],
    ["Due", `${formatDate(x.dueOn)}${x.missed ? ", missed" : ""}`],
    ["How often", `${recurrences[x.recurrence]}${x.ended ? ", ended" : ""}`],
    ...(x.citation ? [["Says", x.citation] as [string, React.ReactNode]] : []),
    ...(x.description ? [["To deliver", x.description] as [string, React.ReactNode]] : []),
    ...(x.evidence
      ? [["Delivered", `${x.evidence} (${x.deliveredBy ?? "the vendor"})`] as [string, string]]
      : []),
    ...(x.decidedBy ? [["Decided by", x.decidedBy] as [string, string]] : []),
    ...(x.statusReason ? [["Why", x.statusReason] as [string, string]] : []),
  ];
  const open = () =>
    void download(`/api/v1/files/${x.fileId}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  return (
    <Panel title="Obligation">
      <Facts rows={rows} />
      {x.fileId && (
        <p className="mt-3">
          <button type="button" className="btn btn-small" onClick={open}>
            What was delivered
          </button>
        </p>
      )}
    </Panel>
  );
}

type Doing = { due: DueDetail; what: "deliver" | "end" };

function DeliverDialog({ due, onClose }: { due: DueDetail; onClose: () => void }) {
  return (
    <SendDialog<{ evidence: string; file: StoredFile[] }>
      title={`Deliver: ${due.title}`}
      description="Another person accepts it."
      submit="Deliver"
      path={`/api/v1/obligations/${due.id}/actions/deliver`}
      version={due.version}
      values={{ evidence: "", file: [] }}
      bodyOf={({ evidence, file }) => ({ evidence, fileId: file[0]?.id ?? null })}
      onClose={onClose}
    >
      <TextArea name="evidence" label="What was delivered" required rows={3} maxLength={4000} />
      <FileDrop name="file" label="Document" multiple={false} />
    </SendDialog>
  );
}

function EndDialog({ due, onClose }: { due: DueDetail; onClose: () => void }) {
  return (
    <SendDialog<{ reason: string }>
      title={`End: ${due.title}`}
      description="Its days from today on are due no more. What is past stays owed."
      submit="End it"
      path={`/api/v1/contract-obligations/${due.obligationId}/actions/end`}
      version={due.obligationVersion}
      values={{ reason: "" }}
      bodyOf={(values) => values}
      onClose={onClose}
    >
      <ReasonField />
    </SendDialog>
  );
}

/** One day of an obligation: what is owed, what was delivered, and who accepts it. */
export default function ObligationPage() {
  const { id = "" } = useParams();
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  return (
    <>
      <RecordPage<DueDetail>
        path="/api/v1/obligations"
        id={id}
        lifecycle={look}
        title={(x) => x.title}
        subtitle={(x) => (
          <>
            <Link to={pathTo("contract", { id: x.contractId })}>{x.contract}</Link> · {x.vendor}
          </>
        )}
        owner={(x) => x.owner}
        deadline={(x) =>
          x.status === "open" || x.status === "returned" ? { at: x.dueOn, label: "Due" } : null
        }
        ownActions={["deliver"]}
        extraActions={(x) => [
          ...x.actions
            .filter((action) => action.name === "deliver")
            .map((action) => ({
              label: action.label,
              onSelect: () => setDoing({ due: x, what: "deliver" }),
              reason: action.enabled ? null : action.reason,
              tone: "primary" as const,
            })),
          ...(x.canEnd && x.recurrence !== "once"
            ? [{ label: "End it", onSelect: () => setDoing({ due: x, what: "end" }) }]
            : []),
        ]}
        tabs={[{ id: "what", label: "Obligation", content: (x) => <ObligationFacts due={x} /> }]}
      />
      {doing?.what === "deliver" && <DeliverDialog due={doing.due} onClose={close} />}
      {doing?.what === "end" && <EndDialog due={doing.due} onClose={close} />}
    </>
  );
}
