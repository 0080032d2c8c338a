import { useState } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { download } from "#web/kit/api.ts";
import { Held } from "#web/kit/Held.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { fileFormats, proposalSides, proposalStatuses } from "./proposal.labels.ts";
import type { ProposalRow } from "./proposal.model.ts";

const columns: readonly Column<ProposalRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  {
    id: "handedInName",
    label: "Handed in by",
    kind: "text",
    value: (s) => s.handedInName,
    sortable: false,
  },
  { id: "handedInOn", label: "Handed in on", kind: "day", value: (s) => s.handedInOn },
  { id: "dataDate", label: "Data date", kind: "day", value: (s) => s.dataDate },
  { id: "differing", label: "Other dates", kind: "number", value: (s) => s.differing },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (s) => s.status,
    statuses: proposalStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(proposalStatuses) },
  {
    id: "side",
    label: "Whose",
    kind: "set",
    options: Object.entries(proposalSides).map(([value, label]) => ({ value, label })),
  },
  { id: "handedInOn", label: "Handed in on", kind: "day" },
];

type Kept = { id: string; name: string; size: number };

/** Hands a file of another program in as a proposed update. */
function ImportDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  return (
    <PostDialog<{ files: Kept[]; narrative: string }>
      title="Import a schedule"
      description={`A file of ${Object.values(fileFormats).join(" (XML) or ")} (XER). It is compared with the schedule; nothing changes until another person accepts it.`}
      path={`/api/v1/projects/${projectId}/schedule-proposals`}
      submit="Compare"
      values={{ files: [], narrative: "" }}
      nouns={["schedule-proposals", "schedules", "projects"]}
      bodyOf={({ files, narrative }) => ({ fileId: files[0]?.id, narrative })}
      onClose={onClose}
    >
      <FileDrop<Kept> name="files" label="Schedule" accept=".xml,.xer" most={1} required />
      <TextArea name="narrative" label="What it tells" rows={3} maxLength={4000} />
    </PostDialog>
  );
}

/** Schedules that were handed in for a project; with the way to hand one in and to take ours out. */
export function Proposals({ projectId, canExport }: { projectId: string; canExport: boolean }) {
  const [importing, setImporting] = useState(false);
  const save = () =>
    void download(`/api/v1/projects/${projectId}/schedule.xml`).catch((error: unknown) =>
      notify.failed("The file could not be made", error),
    );
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Schedules handed in</h2>
        {canExport && (
          <button type="button" className="btn" onClick={save}>
            Export for Microsoft Project
          </button>
        )}
        <Held permission="schedule.edit" what="Import a schedule">
          <button type="button" className="btn btn-secondary" onClick={() => setImporting(true)}>
            Import a schedule
          </button>
        </Held>
      </div>
      <DataTable<ProposalRow>
        name="project-schedule-proposals"
        title="Schedules handed in"
        path="/api/v1/schedule-proposals"
        columns={columns}
        filters={filters}
        defaultSort="-handedInOn"
        rowHref={(row) => pathTo("scheduleProposal", { id: row.id })}
        embedded
        exportable
        fixed={`projectId=${projectId}`}
        empty={{
          title: "No schedule was handed in",
          text: "Import one of Microsoft Project or Primavera P6; the contractor hands its own in by its portal.",
        }}
      />
      {importing && <ImportDialog projectId={projectId} onClose={() => setImporting(false)} />}
    </section>
  );
}
