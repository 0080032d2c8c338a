import { CheckLine } from "./CheckLine.tsx";
import type { RunRecord } from "./run.model.ts";

type Known = { name: string; label: string; what: string; area: string };

const areaNames: Readonly<Record<string, string>> = {
  machine: "The machine",
  server: "The record as a whole",
  budget: "Budget",
  procurement: "Buying",
  finance: "Invoices and payments",
  workflow: "Approvals and tasks",
  platform: "Dashboards",
};
const order = ["machine", "server", "budget", "procurement", "finance", "workflow", "platform"];
const nameOf = (area: string): string => areaNames[area] ?? area;
const placeOf = (area: string): number => {
  const at = order.indexOf(area);
  return at < 0 ? order.length : at;
};

/** The checks by area, each with what it found in this run; the next of a running one turns. */
export function Results({ known, run }: { known: readonly Known[]; run: RunRecord | undefined }) {
  const results = new Map(run?.results.map((result) => [result.name, result]));
  const gone = (run?.results ?? []).filter(({ name }) => !known.some((each) => each.name === name));
  const all = [...known, ...gone.map((result) => ({ ...result, what: result.said }))];
  const shown = run && run.status !== "running" ? all.filter(({ name }) => results.has(name)) : all;
  const next = run?.status === "running" ? all.find(({ name }) => !results.has(name))?.name : null;
  const areas = [...new Set(shown.map(({ area }) => area))].sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <div className="grid gap-5">
      {areas.map((area) => (
        <section key={area} aria-label={nameOf(area)}>
          {areas.length > 1 && <h2 className="mb-1 text-15">{nameOf(area)}</h2>}
          <ul className="border-t border-hair">
            {shown
              .filter((check) => check.area === area)
              .map((check) => (
                <CheckLine
                  key={check.name}
                  check={check}
                  result={results.get(check.name)}
                  running={check.name === next}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
