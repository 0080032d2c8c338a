import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { punchForm } from "./punch-form.ts";
import { PunchFields } from "./PunchFields.tsx";
import type { PunchStanding } from "./punch.model.ts";

/** A new punch item, or one after the other on a walk over the site. */
export default function PunchNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const [walked, setWalked] = useState(0);
  const opened = useGet<PunchStanding>("punch-items", `/api/v1/projects/${id}/punch`);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.data)
    return (
      <ErrorPanel error={opened.error} what="The project" onRetry={() => void opened.refetch()} />
    );
  const { project, contracts } = opened.data;
  const back = `${pathTo("project", { id })}?tab=punch`;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">New punch item</h1>
        <p className="text-t2">
          <span className="mono">{project.number}</span> {project.name}
        </p>
      </div>
      <RecordForm
        key={walked}
        form={punchForm}
        draft={`punch-new-${id}-${walked}`}
        known={contracts.length === 1 ? { contractId: contracts[0]!.id } : {}}
        within={{ projectId: id }}
        nouns={["projects", "punch-items"]}
        submitLabel="Add"
        choices={[{ name: "next", label: "Add, and the next one" }]}
        onCancel={() => void navigate(back)}
        onSaved={(_made, { choice }) =>
          choice === "next" ? setWalked((n) => n + 1) : void navigate(back)
        }
      >
        <PunchFields contracts={contracts} />
      </RecordForm>
    </div>
  );
}
