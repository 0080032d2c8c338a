import { useId, useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { categories, type Category } from "../chart.labels.ts";
import type { ForecastAnswer } from "./forecast.api.model.ts";
import { changed } from "./forecast.model.ts";

type Changes = Partial<Record<Category, number>>;
const names = Object.keys(categories) as Category[];

const totalOf = (answer: ForecastAnswer, changes: Changes) =>
  answer.lines
    .filter((r) => r.class === "expenditure" || r.class === "transfer_out")
    .reduce(
      (sum, r) => sum + changed(r.forecast.cents, r.spent, changes[r.category as Category] ?? 0),
      0,
    );

function Slider({
  name,
  value,
  set,
}: {
  name: Category;
  value: number;
  set: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="w-28">
        {categories[name]}
      </label>
      <input
        type="range"
        min={-50}
        max={50}
        step={1}
        value={value / 100}
        aria-label={`${categories[name]}, percent of what is still to come`}
        onChange={(e) => set(Number(e.target.value) * 100)}
      />
      <input
        id={id}
        type="number"
        className="field-control w-24"
        min={-100}
        max={100}
        step={0.5}
        value={value / 100}
        onChange={(e) => set(Math.round(Number(e.target.value) * 100))}
      />
      <span>%</span>
    </div>
  );
}

/** What if what is still to come costs more or less: by slider and number, saved and compared. */
export function Scenarios({ answer }: { answer: ForecastAnswer }) {
  const { can } = useAuth();
  const [changes, setChanges] = useState<Changes>({});
  const [name, setName] = useState("");
  const save = useMutationAction("budget-forecasts");
  const plain = totalOf(answer, {});
  const here = totalOf(answer, changes);
  const keep = async () => {
    try {
      await save.mutateAsync({
        path: "/api/v1/budget-forecasts/scenarios",
        body: { fiscalYearId: answer.fiscalYearId, name, changes },
      });
      setName("");
    } catch (error) {
      notify.failed("The scenario was not saved", error);
    }
  };
  return (
    <div className="stack">
      <Panel title="What is still to come">
        <div className="grid gap-3">
          {names.map((each) => (
            <Slider
              key={each}
              name={each}
              value={changes[each] ?? 0}
              set={(value) => setChanges((old) => ({ ...old, [each]: value }))}
            />
          ))}
        </div>
        <p className="mt-3" role="status">
          The year ends at {formatCents(here)}
          {here !== plain &&
            `, ${formatCents(Math.abs(here - plain))} ${here > plain ? "more" : "less"} than forecast`}
          .
        </p>
        {can("budget.edit") && (
          <div className="mt-3 flex flex-wrap items-end gap-3">
            <label className="field">
              <span>Name</span>
              <input
                className="field-control"
                value={name}
                maxLength={80}
                onChange={(e) => setName(e.target.value)}
              />
            </label>
            <button
              type="button"
              className="btn btn-primary"
              disabled={!name.trim()}
              onClick={() => void keep()}
            >
              Save the scenario
            </button>
          </div>
        )}
      </Panel>
      <LineTable
        label="Scenarios"
        lines={[
          {
            id: "forecast",
            name: "As forecast",
            changes: {} as Changes,
            madeBy: null,
            cents: plain,
          },
          ...answer.scenarios,
        ]}
        keyOf={(s) => s.id}
        parts={[
          {
            label: "Scenario",
            as: "title",
            cell: (s) => (
              <button type="button" className="link" onClick={() => setChanges(s.changes)}>
                {s.name}
              </button>
            ),
          },
          {
            label: "Changes",
            words: true,
            cell: (s) =>
              names
                .filter((each) => s.changes[each])
                .map((each) => `${categories[each]} ${(s.changes[each] ?? 0) / 100} %`)
                .join(", ") || "—",
          },
          {
            label: "Year-end, $",
            as: "amount",
            cell: (s) => formatCents(s.cents, { symbol: false }),
          },
          {
            label: "Against the forecast, $",
            cell: (s) => formatCents(s.cents - plain, { symbol: false }),
          },
        ]}
      />
    </div>
  );
}
