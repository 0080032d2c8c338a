import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { Declaration, DeclarationDetail } from "./declaration.model.ts";

type Paper = DeclarationDetail["papers"][number];

function FinishDialog({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  return (
    <PostDialog
      title={paper.title}
      description="Write down on which day it was done. This is not taken back."
      path={`/api/v1/pa-papers/${paper.id}/actions/finish`}
      submit="Mark done"
      nouns={["pa-declarations", "deadlines"]}
      values={{ doneOn: "", note: "" }}
      onClose={onClose}
    >
      <DateField name="doneOn" label="Done on" required />
      <TextArea name="note" label="What proves it" rows={2} />
    </PostDialog>
  );
}

/** The papers of the request for public assistance, with the clocks that run. */
export function Papers({ papers }: { papers: readonly Paper[] }) {
  const { can } = useAuth();
  const [finishing, setFinishing] = useState<Paper | null>(null);
  return (
    <>
      <ul className="grid gap-3">
        {papers.map((p) => (
          <li key={p.id} className="flex flex-wrap items-start gap-3 border-b border-hair pb-3">
            <span className="grid min-w-0 flex-1 gap-1 max-md:basis-full">
              <b>{p.title}</b>
              <span className="text-13 text-t2">
                {p.citation}
                {p.note && `. ${p.note}`}
              </span>
            </span>
            {p.doneOn ? (
              <Badge tone="success" label={`Done ${formatDate(p.doneOn)}`} />
            ) : (
              <Badge
                tone={p.dueOn ? "warning" : "neutral"}
                label={p.dueOn ? `Until ${formatDate(p.dueOn)}` : "No day yet"}
              />
            )}
            {!p.doneOn && can("recovery.edit") && (
              <button type="button" className="btn btn-small" onClick={() => setFinishing(p)}>
                Mark done
                <span className="visually-hidden">: {p.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {finishing && <FinishDialog paper={finishing} onClose={() => setFinishing(null)} />}
    </>
  );
}

function Of({ declaration }: { declaration: Declaration }) {
  const found = useGet<DeclarationDetail>(
    "pa-declarations",
    `/api/v1/pa-declarations/${declaration.id}`,
  );
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="This declaration" />;
  return (
    <Panel title={`${declaration.number} ${declaration.title}`}>
      <Papers papers={found.data.papers} />
    </Panel>
  );
}

/** Requests for public assistance of all open declarations. */
export default function PapersTab() {
  const found = useGet<{ items: Declaration[] }>(
    "pa-declarations",
    "/api/v1/pa-declarations?status=declared,eligible&limit=20",
  );
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The declarations" />;
  return (
    <div className="stack">
      <h1>Request for public assistance</h1>
      {found.data.items.length === 0 && (
        <EmptyState kind="first-use" title="No open declaration">
          Enter a declaration first: its days follow from it.
        </EmptyState>
      )}
      {found.data.items.map((d) => (
        <Of key={d.id} declaration={d} />
      ))}
    </div>
  );
}
