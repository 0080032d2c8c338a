import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useList } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { correctiveStatuses } from "./action.labels.ts";
import type { CorrectiveRow } from "./action.model.ts";

/** Corrective actions about a record, and a way to open one. */
export function SubjectActions({ type, id }: { type: string; id: string }) {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const list = useList<CorrectiveRow>("/api/v1/corrective-actions", `subjectId=${id}&limit=50`);
  return (
    <Panel title="Corrective actions">
      <div className="grid gap-3">
        {list.data?.items.length === 0 && <p className="text-t2">None yet.</p>}
        <ul className="grid gap-2">
          {(list.data?.items ?? []).map((a) => (
            <li key={a.id} className="flex flex-wrap items-center gap-2">
              <Link to={pathTo("correctiveAction", { id: a.id })}>
                <span className="mono">{a.number}</span> {a.title}
              </Link>
              <StatusBadge statuses={correctiveStatuses} status={a.status} />
              {a.owner && <span className="text-13 text-t2">{a.owner}</span>}
            </li>
          ))}
        </ul>
        {can("correctiveAction.edit") && (
          <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
            Open a corrective action
          </button>
        )}
      </div>
      {adding && (
        <PostDialog
          title="Open a corrective action"
          description="Its owner is told. Somebody else approves the plan, and somebody other than who carried it out checks after 30 and 90 days whether it works. Leave names out."
          path="/api/v1/corrective-actions"
          submit="Open"
          nouns={["corrective-actions", "safety-cases"]}
          values={{ title: "", problem: "", ownerId: null as string | null, dueOn: "" }}
          bodyOf={(values) => ({ ...values, subjectType: type, subjectId: id })}
          onClose={() => setAdding(false)}
        >
          <TextField name="title" label="What is to be put right" required maxLength={200} />
          <TextArea name="problem" label="What went wrong" required rows={3} maxLength={4000} />
          <Combobox<{ id: string; name: string; email: string }>
            name="ownerId"
            label="Owner"
            required
            path="/api/v1/members"
            query="active=true"
            itemLabel={(m) => m.name}
            itemHint={(m) => m.email}
          />
          <DateField name="dueOn" label="Implemented by" required />
        </PostDialog>
      )}
    </Panel>
  );
}
