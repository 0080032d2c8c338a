import { CircleAlert } from "lucide-react";
import { useWatch } from "react-hook-form";
import { Panel } from "#web/kit/states.tsx";
import { classFindings, type ClassFinding, type ClassShare } from "./classes.model.ts";

/** What costs mean for the classes of a subaward's budget; nothing where they keep to it. */
export function ClassFindings({ findings }: { findings: readonly ClassFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Panel title="Against the budget by class">
      <ul className="checks">
        {findings.map((f) => (
          <li key={f.text} className={f.asksRevision ? "tone-danger" : "tone-warning"}>
            <CircleAlert aria-hidden="true" />
            <span>
              {f.text} <span className="text-t3">{f.citation}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export type ClassBudget = {
  budget: readonly ClassShare[];
  /** Cents by class of requests that wait or are accepted. */
  asked: readonly ClassShare[];
};
type Line = { objectClass: string; cents: number | null };
/** The same while costs are typed, from the first line on. */
export function TypedClassFindings({ budget, asked }: ClassBudget) {
  const lines = (useWatch({ name: "lines" }) ?? []) as readonly Line[];
  const typed = lines.flatMap(({ objectClass, cents }) =>
    objectClass && cents ? [{ objectClass, cents }] : [],
  );
  return (
    <ClassFindings
      findings={classFindings({ budget, before: asked, lines: typed, amount: 0, rule: null })}
    />
  );
}
