import { Plus } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { RequirementRow, RequirementStanding } from "../requirement/requirement.model.ts";

const RequirementDialog = dialogOnDemand(
  async () => (await import("./RequirementDialog.tsx")).RequirementDialog,
);
const path = "/api/v1/training-requirements";
const texts = {
  publish: "From today on whoever it touches is asked for the certificate, and told.",
  retire: "Nobody is asked for it any more. What people earned stays theirs.",
};

/** Who does not meet a requirement, the nearest day first. */
export function MissingTable({ standing: { missing } }: { standing: RequirementStanding }) {
  if (missing.length === 0) return <p>Everybody meets it.</p>;
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Who is missing">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Department</th>
            <th scope="col">Due</th>
          </tr>
        </thead>
        <tbody>
          {missing.map(({ personId, name, departmentName, dueOn, overdue }) => (
            <tr key={personId}>
              <th scope="row">{name}</th>
              <td>{departmentName}</td>
              <td>
                {formatDate(dueOn)}
                {overdue && ", overdue"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ one }: { one: RequirementStanding }) {
  return (
    <details className="panel p-4">
      <summary className="grid gap-2">
        <span className="flex flex-wrap justify-between gap-3">
          <b>
            {one.name} ({one.code})
          </b>
          <span>
            {one.met} of {one.people} meet it
            {one.overdue > 0 && `, ${one.overdue} overdue`}
          </span>
        </span>
        <Progress value={one.met} max={Math.max(1, one.people)} label={`Met: ${one.name}`} />
      </summary>
      <div className="mt-3">
        <MissingTable standing={one} />
      </div>
    </details>
  );
}

/** Requirements with the share that is met, who is missing, and their editions. */
export function Requirements() {
  const { can } = useAuth();
  const [asked, setAsked] = useState(false);
  const standing = useGet<{ items: RequirementStanding[] }>(
    "training-standing",
    "/api/v1/training-standing",
  );
  const list = useGet<{ items: RequirementRow[] }>("training-requirements", path);
  if (standing.isPending || list.isPending) return <RecordSkeleton />;
  if (!standing.data || !list.data)
    return <ErrorPanel error={standing.error ?? list.error} what="The requirements" />;
  const shown = list.data.items.filter(({ status }) => status !== "retired");
  return (
    <div className="stack">
      <section className="grid gap-3">
        <h2>Share met</h2>
        {standing.data.items.map((one) => (
          <Share key={one.definitionId} one={one} />
        ))}
        {standing.data.items.length === 0 && <p>No requirement is in force.</p>}
      </section>
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Requirements</h2>
          {can("training.edit") && (
            <button type="button" className="btn btn-primary" onClick={() => setAsked(true)}>
              <Plus aria-hidden="true" />
              New requirement
            </button>
          )}
        </div>
        <DefinitionList
          path={path}
          what="requirement"
          all={list.data.items}
          shown={shown}
          texts={texts}
          nouns={["training-standing", "training-asked"]}
          unchanging="Published editions never change."
          mayChange={can("training.edit")}
          to={({ id }) => pathTo("trainingRequirement", { id })}
          edit="Change"
          about={({ code, dueDays }) => (
            <p className="text-13 text-t3">
              {code}, within {counted(dueDays, "day")}
            </p>
          )}
        />
      </section>
      {asked && <RequirementDialog requirement={null} onClose={() => setAsked(false)} />}
    </div>
  );
}
