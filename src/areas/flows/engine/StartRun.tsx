import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { nounOfGraph } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { recordLists, type AboutRecord } from "./records.labels.ts";

type Row = { id: string; number: string; title?: string; name?: string; type?: string };
const called = ({ number, title, name, type }: Row): string =>
  [number, title ?? name ?? type].filter(Boolean).join(" ");

/**
 * Begins a run by hand, about a record where the workflow asks for one: `about` on its own page,
 * else the one that the person chooses.
 */
export function StartRun({
  flows,
  about,
  onClose,
}: {
  flows: readonly FlowVersion[];
  about?: AboutRecord;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const start = useMutationAction<{ id: string }>("flow-runs");
  const [chosen, setChosen] = useState(flows[0]?.definitionId ?? "");
  const flow = flows.find((each) => each.definitionId === chosen);
  const noun = flow ? nounOfGraph(flow) : null;
  const list = noun === null || about ? null : recordLists[noun];
  return (
    <Dialog
      onClose={onClose}
      title={about ? `Begin a workflow on ${about.number}` : "Begin a workflow"}
      description="You are a party of the run: others decide in it."
    >
      <div className="field">
        <label htmlFor="start-flow">Workflow</label>
        <select
          id="start-flow"
          className="field-control"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {flows.map((each) => (
            <option key={each.id} value={each.definitionId}>
              {each.name}
            </option>
          ))}
        </select>
      </div>
      <Form<{ objectId: string | null }>
        key={chosen}
        formKey={null}
        defaultValues={{ objectId: about?.id ?? null }}
        submitLabel="Begin"
        onCancel={onClose}
        onSubmit={async ({ objectId }) => {
          const run = await start.mutateAsync({
            path: "/api/v1/flow-runs",
            body: { definitionId: chosen, objectId },
          });
          void navigate(pathTo("flowRun", { id: run.id }));
        }}
      >
        {list && (
          <Combobox<Row>
            name="objectId"
            label={list.label}
            required
            path={list.path}
            itemLabel={called}
          />
        )}
      </Form>
    </Dialog>
  );
}
