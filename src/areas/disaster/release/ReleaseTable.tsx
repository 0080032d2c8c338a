import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Held } from "#web/kit/Held.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { releaseCycle, whoTells } from "../incident/incident.labels.ts";
import type { Release } from "../incident/incident.model.ts";
import { PostDialog } from "../incident/parts.tsx";

const columns: readonly Column<Release>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "title", label: "Headline", kind: "text", sortable: false, value: (r) => r.title },
  { id: "author", label: "Written by", kind: "text", sortable: false, value: (r) => r.author },
  { id: "publishedAt", label: "Published", kind: "instant", value: (r) => r.publishedAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (r) => r.status,
    statuses: releaseCycle.statuses,
  },
];

/** What the public is told about an incident. */
export function ReleaseTable({ incidentId, mayTell }: { incidentId: string; mayTell: boolean }) {
  const navigate = useNavigate();
  const [writing, setWriting] = useState(false);
  return (
    <div className="grid gap-3">
      <Held may={mayTell} what="Write a release" who={whoTells}>
        <button
          type="button"
          className="btn btn-primary justify-self-start"
          onClick={() => setWriting(true)}
        >
          Write a release
        </button>
      </Held>
      <DataTable<Release>
        name="incident-releases"
        title="Releases"
        path="/api/v1/incident-releases"
        columns={columns}
        filters={[]}
        defaultSort="-number"
        embedded
        fixed={`incidentId=${incidentId}`}
        rowHref={(r) => pathTo("incidentRelease", { id: r.id })}
        empty={{ title: "No releases", text: "What is published stands on the citizen portal." }}
      />
      {writing && (
        <PostDialog
          title="Write a release"
          description="Somebody else approves it before it is published."
          path={`/api/v1/incidents/${incidentId}/releases`}
          submit="Keep as a draft"
          nouns={["incident-releases"]}
          values={{ title: "", body: "" }}
          onClose={() => setWriting(false)}
          onDone={({ id }) => void navigate(pathTo("incidentRelease", { id }))}
        >
          <TextField name="title" label="Headline" required maxLength={200} />
          <TextArea name="body" label="Text" rows={8} required maxLength={20000} />
        </PostDialog>
      )}
    </div>
  );
}
