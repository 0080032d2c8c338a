import { useState } from "react";
import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { ProjectDetail } from "../project/project.model.ts";
import {
  bases,
  ehpAnswers,
  ehpQuestions,
  statements,
  type EhpQuestion,
  type Measure,
} from "./considerations.labels.ts";

const questions = Object.entries(ehpQuestions) as [EhpQuestion, string][];
const needed = "needed to send";
const choose = { value: "", label: "Choose" };
type Line = { description: string; cents: number | null; basis: string; ratio: string };
const blankLine = (): Line => ({ description: "", cents: null, basis: "within15", ratio: "" });
const lineOf = (m: Measure): Line => ({
  ...m,
  ratio: m.ratio === null ? "" : (m.ratio / 100).toFixed(2),
});

const valuesOf = (p: ProjectDetail) => ({
  ehpAnswers: Object.fromEntries(
    questions.map(([key]) => [
      key,
      { answer: p.ehpAnswers[key]?.answer ?? "", detail: p.ehpAnswers[key]?.detail ?? "" },
    ]),
  ) as Record<EhpQuestion, { answer: string; detail: string }>,
  mitigationStatement: p.mitigationStatement ?? "",
  mitigationMeasures: p.mitigationMeasures.map(lineOf),
});
type Values = ReturnType<typeof valuesOf>;

const bodyOf = ({ ehpAnswers: said, mitigationStatement, mitigationMeasures }: Values) => ({
  ehpAnswers: Object.fromEntries(Object.entries(said).filter(([, each]) => each.answer !== "")),
  mitigationStatement: mitigationStatement || null,
  mitigationMeasures: mitigationMeasures.map(({ ratio, ...m }) => ({
    ...m,
    ratio: m.basis === "analysis" && ratio !== "" ? Math.round(Number(ratio) * 100) : null,
  })),
});

function Question({ name, label }: { name: EhpQuestion; label: string }) {
  const answer = useWatch({ name: `ehpAnswers.${name}.answer` }) as string;
  return (
    <>
      <SelectField
        name={`ehpAnswers.${name}.answer`}
        label={label}
        options={[choose, ...options(ehpAnswers)]}
        needed={needed}
      />
      {answer === "yes" && (
        <TextArea
          name={`ehpAnswers.${name}.detail`}
          label="What exactly, and which permit or review stands"
          rows={2}
          needed={needed}
        />
      )}
    </>
  );
}

function Mitigation() {
  const statement = useWatch({ name: "mitigationStatement" }) as string;
  return (
    <>
      <SelectField
        name="mitigationStatement"
        label="Mitigation under section 406"
        options={[choose, ...options(statements)]}
        needed={needed}
      />
      {statement === "proposed" && (
        <LineItems
          name="mitigationMeasures"
          label="Measures"
          blank={blankLine}
          columns={[
            { name: "description", label: "Measure", kind: "text", required: true },
            { name: "cents", label: "Cost", kind: "money" },
            { name: "basis", label: "Cost-effective by", kind: "select", options: options(bases) },
            { name: "ratio", label: "Ratio", kind: "decimal" },
          ]}
        />
      )}
    </>
  );
}

function AnswerDialog({ p, onClose }: { p: ProjectDetail; onClose: () => void }) {
  return (
    <PostDialog
      title={`Environment and mitigation of ${p.number}`}
      description="FEMA asks this of every project. What is not known yet stops it from being sent, not from being saved."
      path={`/api/v1/pa-projects/${p.id}/considerations`}
      method="PUT"
      version={p.version}
      submit="Save answers"
      nouns={["pa-projects"]}
      values={valuesOf(p)}
      bodyOf={bodyOf}
      onClose={onClose}
    >
      {questions.map(([name, label]) => (
        <Question key={name} name={name} label={label} />
      ))}
      {!["A", "B", "Z"].includes(p.category) && <Mitigation />}
    </PostDialog>
  );
}

/** What stops a project from being sent to the state; nothing where nothing does. */
export function Lacks({ lacks }: { lacks: readonly string[] }) {
  if (lacks.length === 0) return null;
  return (
    <Panel
      title={
        lacks.length === 1
          ? "One thing stops it from being sent to the state"
          : `${lacks.length} things stop it from being sent to the state`
      }
    >
      <ul className="checks">
        {lacks.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Panel>
  );
}

const said = (p: ProjectDetail, key: EhpQuestion): string => {
  const found = p.ehpAnswers[key];
  if (!found) return "Not answered";
  return [ehpAnswers[found.answer], found.detail].filter(Boolean).join(". ");
};
const measured = (m: Measure): string =>
  `${m.description}: ${formatCents(m.cents)}, ${bases[m.basis].toLowerCase()}${m.ratio === null ? "" : ` (${(m.ratio / 100).toFixed(2)})`}`;

/** Answers on environment and history, and what is said of mitigation. */
export function ConsiderationsPanel({ p }: { p: ProjectDetail }) {
  const { can } = useAuth();
  const [open, setOpen] = useState(false);
  return (
    <div className="stack">
      <Lacks lacks={p.lacks} />
      {can("recovery.edit") && p.status === "formulation" && (
        <div className="no-print">
          <button type="button" className="btn btn-primary" onClick={() => setOpen(true)}>
            Answer
          </button>
        </div>
      )}
      <Panel title="Environment and historic preservation">
        <Facts rows={questions.map(([key, question]) => [question, said(p, key)])} />
      </Panel>
      <Panel title="Mitigation under section 406">
        <Facts
          rows={[
            ["Statement", p.mitigationStatement ? statements[p.mitigationStatement] : "None yet"],
            ["Measures", p.mitigationMeasures.map(measured).join("\n")],
          ]}
        />
      </Panel>
      {open && <AnswerDialog p={p} onClose={() => setOpen(false)} />}
    </div>
  );
}
