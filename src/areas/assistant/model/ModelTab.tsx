import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { modelSources } from "./model.labels.ts";
import type { ModelStanding } from "./setting.model.ts";

const many = (n: number): string => n.toLocaleString("en-US");

/** Which language model betters the words, and what it used; it is set up and tried on its own page. */
export function ModelTab() {
  const { data, error } = useGet<ModelStanding>("language-model", "/api/v1/language-model", {
    anew: true,
  });
  if (error) return <ErrorPanel error={error} what="The language model" />;
  if (!data) return <TableSkeleton columns={2} rows={2} label="Loading the language model" />;
  const { month } = data;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Language model</h2>
        <Link className="btn btn-primary" to="/admin/gemini-ai-test">
          Set it up and try it
        </Link>
      </div>
      <p>
        {data.connected
          ? "A model betters the words of answers; every figure is a list’s own."
          : "No model is connected: agents and answers work by rules alone."}
      </p>
      <Facts
        rows={[
          ["Model", modelSources[data.source]],
          ["Records may leave of", data.areas.length === 0 ? "No area" : data.areas.join(", ")],
          [
            "This month",
            `${counted(month.calls, "call")}, ${many(month.tokens)} tokens of ${many(data.mostMonth)}`,
          ],
          ["Sentences struck", many(month.struck)],
          ["Faults", many(month.faults)],
        ]}
      />
    </section>
  );
}
