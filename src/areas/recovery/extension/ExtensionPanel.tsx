import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { ProjectDetail } from "../project/project.model.ts";
import { deciders, extensionCycle } from "./extension.labels.ts";
import type { Extension } from "./extension.model.ts";

/** Requests of a project for more time, and a new one. */
export function ExtensionPanel({ p }: { p: ProjectDetail }) {
  const { can } = useAuth();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const path = `/api/v1/pa-projects/${p.id}/extensions`;
  const found = useGet<{ items: Extension[] }>("pa-extensions", path);
  return (
    <Panel title="Extension">
      <p>
        The work may last until {formatDate(p.workUntil)}. The state may give {p.ownExtension}{" "}
        months more by itself; beyond that FEMA decides.
      </p>
      <ul className="mt-2 grid gap-1">
        {found.data?.items.map((e) => (
          <li key={e.id}>
            <Link className="underline" to={pathTo("paExtension", { id: e.id })}>
              {e.number}
            </Link>{" "}
            until {formatDate(e.until)}, {deciders[e.decider]}:{" "}
            {extensionCycle.statuses[e.status].label}
          </li>
        ))}
      </ul>
      {can("recovery.edit") && !["complete", "closed", "withdrawn"].includes(p.status) && (
        <button type="button" className="btn mt-3 no-print" onClick={() => setAsking(true)}>
          Request an extension
        </button>
      )}
      {asking && (
        <PostDialog
          title="Request an extension"
          path={path}
          submit="Save the draft"
          nouns={["pa-extensions", "pa-projects"]}
          values={{ until: "", reason: "", progress: "", timeline: "" }}
          onClose={() => setAsking(false)}
          onDone={({ id }) => void navigate(pathTo("paExtension", { id }))}
        >
          <DateField name="until" label="Until" required />
          <TextArea name="reason" label="Delay beyond our control" required />
          <TextArea name="progress" label="How far the work is" required />
          <TextArea name="timeline" label="Timeline of what is left" required />
        </PostDialog>
      )}
    </Panel>
  );
}
