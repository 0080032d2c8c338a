import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { madeForm, RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { type SolicitationRow } from "#areas/sourcing/sourcing.public.ts";

type Member = {
  id: string;
  name: string;
  duties: string[];
  department: string | null;
  lacks?: string;
};
type Values = { solicitationId: string; chair: string; evaluators: string[] };
const canEvaluate = "published,questions_closed,closed,opened,evaluating";

const most = 100;

function Evaluators() {
  const { me } = useAuth();
  const { setValue } = useFormContext<Values>();
  const chosen = useWatch<Values, "evaluators">({ name: "evaluators" });
  const chair = useWatch<Values, "chair">({ name: "chair" });
  const [find, setFind] = useState("");
  const [seen, setSeen] = useState<ReadonlyMap<string, Member>>(new Map());
  const members = useList<Member>(
    "/api/v1/members",
    `active=true&limit=${most}&q=${encodeURIComponent(find.trim())}`,
  );
  const found = members.data?.items ?? [];
  const total = members.data?.total ?? 0;
  // Who is chosen stays in sight whatever is sought.
  const kept = chosen.flatMap((id) => {
    const one = seen.get(id);
    return one && !found.some((each) => each.id === id) ? [one] : [];
  });
  const others = [...kept, ...found].filter((member) => member.id !== chair);
  const toggle = (member: Member) => {
    setSeen(new Map(seen).set(member.id, member));
    setValue(
      "evaluators",
      chosen.includes(member.id)
        ? chosen.filter((each) => each !== member.id)
        : [...chosen, member.id],
      { shouldDirty: true },
    );
  };
  return (
    <fieldset className="field">
      <legend>Evaluators</legend>
      <p className="hint">
        Each scores alone; nobody sees another's scores before they are locked. The buyer cannot be
        the only one.
      </p>
      {(find !== "" || total > 20) && (
        <input
          className="field-control"
          type="search"
          placeholder="Find by name, title or duty"
          aria-label="Find evaluators"
          value={find}
          onChange={(event) => setFind(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      )}
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {others.map((member) => (
          <li key={member.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(member.id)}
                onChange={() => toggle(member)}
              />
              <span>
                {member.name}
                {member.id === me?.person.id && " (you)"}
                {member.duties.includes("evaluator") && <small>has the duty to evaluate</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {total > found.length && (
        <p className="hint" aria-live="polite">
          {found.length} of {total.toLocaleString("en-US")} people. Type a name to find the others.
        </p>
      )}
    </fieldset>
  );
}

const labelOf = (s: SolicitationRow) => `${s.number} · ${s.title}`;

const blank: Values = { solicitationId: "", chair: "", evaluators: [] };
const evaluationForm = madeForm(
  "/api/v1/evaluations",
  blank,
  ({ solicitationId, chair, evaluators }) => ({
    solicitationId,
    members: [
      { personId: chair, role: "chair", scoring: true },
      ...evaluators
        .filter((id) => id !== chair)
        .map((personId) => ({ personId, role: "evaluator", scoring: true })),
    ],
  }),
);

/** Sets up an evaluation: which solicitation, who chairs, who scores. */
export default function EvaluationNew() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const asked = search.get("solicitation") ?? "";
  const about = useGet<SolicitationRow>("solicitations", `/api/v1/solicitations/${asked}`, {
    enabled: asked !== "",
  });
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New evaluation</h1>
      <Panel title="Who evaluates what">
        <RecordForm
          form={evaluationForm}
          draft="evaluation-new"
          known={{ solicitationId: asked }}
          wide={false}
          submitLabel="Set it up"
          onSaved={(id) => void navigate(pathTo("evaluation", { id }))}
          onCancel={() => void navigate(pathTo("evaluations"))}
        >
          <Combobox<SolicitationRow>
            name="solicitationId"
            label="Solicitation"
            required
            path="/api/v1/solicitations"
            query={`status=${encodeURIComponent(canEvaluate)}`}
            itemLabel={labelOf}
            currentLabel={about.data ? labelOf(about.data) : asked && "The solicitation"}
          />
          <Combobox<Member>
            name="chair"
            label="Chair"
            required
            path="/api/v1/members"
            query="active=true&seat=evaluator"
            itemLabel={(member) => member.name}
            itemHint={({ lacks }) => lacks ?? ""}
            hint="Signs the recommendation."
          />
          <Evaluators />
        </RecordForm>
      </Panel>
    </div>
  );
}
