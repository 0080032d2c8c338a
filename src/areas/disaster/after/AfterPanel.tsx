import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { PostDialog } from "../incident/parts.tsx";
import { observationKinds } from "./observation.labels.ts";
import type { Observation } from "./observation.model.ts";

function Observed({ item }: { item: Observation }) {
  return (
    <li className="grid gap-1 border-b border-hair pb-2">
      <span className="whitespace-pre-wrap">{item.observed}</span>
      {item.kind === "improvement" && (
        <span className="flex flex-wrap items-center gap-2 text-13 text-t2">
          {item.recommendation}
          {item.dueOn && ` · ${item.owner ?? "nobody"}, by ${formatDate(item.dueOn)}`}
          <Badge
            tone={item.doneAt ? "success" : "warning"}
            label={item.doneAt ? "Done" : "To be done"}
          />
        </span>
      )}
    </li>
  );
}

function ObserveDialog({ incidentId, onClose }: { incidentId: string; onClose: () => void }) {
  return (
    <PostDialog
      title="Write down an observation"
      description="What is to be improved becomes a task of whoever sees to it."
      path={`/api/v1/incidents/${incidentId}/observations`}
      submit="Write down"
      nouns={["incidents"]}
      values={{ kind: "improvement", observed: "", recommendation: "", ownerId: "", dueOn: "" }}
      bodyOf={({ ownerId, dueOn, ...values }) => ({
        ...values,
        ownerId: ownerId || null,
        dueOn: dueOn || null,
      })}
      onClose={onClose}
    >
      <SelectField name="kind" label="Kind" required options={options(observationKinds)} />
      <TextArea name="observed" label="What was observed" rows={3} required maxLength={4000} />
      <TextArea name="recommendation" label="What is to be done" rows={2} maxLength={2000} />
      <FormRow>
        <Combobox<{ id: string; name: string }>
          name="ownerId"
          label="Who sees to it"
          path="/api/v1/members"
          query="active=true"
          itemLabel={(member) => member.name}
        />
        <DateField name="dueOn" label="By" />
      </FormRow>
    </PostDialog>
  );
}

/** The after-action report: what went well, and the improvement plan with its tasks. */
export function AfterPanel({ incidentId, mayWrite }: { incidentId: string; mayWrite: boolean }) {
  const [writing, setWriting] = useState(false);
  const path = `/api/v1/incidents/${incidentId}/observations`;
  const found = useGet<{ items: Observation[] }>("incidents", path);
  if (found.error) return <ErrorPanel error={found.error} what="The observations" />;
  const items = found.data?.items ?? [];
  return (
    <div className="grid gap-3">
      {mayWrite && (
        <button
          type="button"
          className="btn btn-primary justify-self-start no-print"
          onClick={() => setWriting(true)}
        >
          Write down an observation
        </button>
      )}
      {(["improvement", "strength"] as const).map((kind) => (
        <Panel key={kind} title={observationKinds[kind]}>
          <ul className="grid gap-2">
            {items
              .filter((item) => item.kind === kind)
              .map((item) => (
                <Observed key={item.id} item={item} />
              ))}
          </ul>
          {found.data && !items.some((item) => item.kind === kind) && (
            <p className="text-t2">Nothing is written down yet.</p>
          )}
        </Panel>
      ))}
      {writing && <ObserveDialog incidentId={incidentId} onClose={() => setWriting(false)} />}
    </div>
  );
}
