import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { worthOf } from "./worth.model.ts";
import type { ScenarioDetail } from "./scenario.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });

/** The plan by project and year, and what each source gives under its ceiling. */
export function PlanYears({ of }: { of: ScenarioDetail }) {
  const { answer, question } = of;
  if (!answer || !question || answer.chosen.length === 0) return null;
  const years = Array.from({ length: question.years }, (_, at) => question.firstYear + at);
  const lines = answer.chosen.map((chosen) => ({
    ...chosen,
    project: question.projects.find((p) => p.id === chosen.id)!,
  }));
  const paid = (sourceId: string, year: number) =>
    answer.chosen
      .flatMap((c) => c.payments)
      .filter((p) => p.sourceId === sourceId && p.year === year)
      .reduce((sum, p) => sum + p.cents, 0);
  return (
    <>
      <Panel title="Projects" flush>
        <LineTable
          label="Projects of the plan"
          lines={lines.toSorted((a, b) => b.project.score - a.project.score)}
          keyOf={(l) => l.id}
          across={3}
          parts={[
            {
              label: "Project",
              as: "title",
              cell: (l) => (
                <Link to={pathTo("capitalRequest", { id: l.id })}>
                  {l.project.number} {l.project.title}
                </Link>
              ),
            },
            { label: "Score", cell: (l) => (l.project.score / 100).toFixed(2) },
            { label: "Needed by", cell: (l) => l.project.needBy ?? "" },
            {
              label: "Worth in its year",
              cell: (l) =>
                (worthOf(question, l.project, l.startYear - question.firstYear) / 100).toFixed(2),
            },
            ...years.map((year) => ({
              label: `${year}, $`,
              cell: (l: (typeof lines)[number]) => {
                const cents = l.payments
                  .filter((p) => p.year === year)
                  .reduce((sum, p) => sum + p.cents, 0);
                return cents ? money(cents) : "";
              },
            })),
            {
              label: "Total, $",
              as: "amount",
              cell: (l) => money(l.payments.reduce((sum, p) => sum + p.cents, 0)),
            },
          ]}
        />
      </Panel>
      <Panel title="Sources" flush>
        <LineTable
          label="Sources of the plan"
          lines={question.ceilings}
          keyOf={(c) => c.sourceId}
          across={2}
          parts={[
            {
              label: "Source",
              as: "title",
              cell: (c) => question.sources.find((s) => s.id === c.sourceId)?.name,
            },
            ...years.map((year, at) => ({
              label: `${year}, $`,
              cell: (c: (typeof question.ceilings)[number]) =>
                `${money(paid(c.sourceId, year))} of ${money(c.cents[at] ?? 0)}`,
            })),
          ]}
        />
      </Panel>
    </>
  );
}
