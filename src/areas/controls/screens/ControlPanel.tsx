import { Link } from "react-router";
import { controlKinds, controlSeverities, gateActs } from "#kernel/control.ts";
import { counted } from "#kernel/words.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { controlModes } from "../control/control.labels.ts";
import type { ControlMonth, ControlRow } from "../control/control.model.ts";

const chartFinding = (months: readonly ControlMonth[]): string => {
  const sum = (of: (month: ControlMonth) => number) => months.reduce((n, m) => n + of(m), 0);
  const [passed, failed] = [sum((m) => m.passed), sum((m) => m.failed)];
  return `${counted(failed, "record breaks it", "records break it")}, ${counted(passed, "meets it", "meet it")}`;
};

function Months({ controlId }: { controlId: string }) {
  const read = useGet<{ items: ControlMonth[] }>(
    "controls",
    `/api/v1/controls/${controlId}/months`,
  );
  const months = [...(read.data?.items ?? [])].reverse();
  if (months.length === 0) return null;
  return (
    <Chart
      finding={chartFinding(months)}
      kind="stacked"
      axis="Month of the day whose law judged it"
      series={[
        { id: "passed", label: "Meet it" },
        { id: "failed", label: "Break it" },
      ]}
      points={months.map((m) => ({
        label: m.month,
        values: { passed: m.passed, failed: m.failed },
      }))}
      format={(value) => value.toLocaleString("en-US")}
    />
  );
}

/** A control: what it demands and by which law, how records stood by month, its versions. */
export function ControlPanel({
  control: c,
  versions,
  list,
  mayPublish,
  onChange,
}: {
  control: ControlRow;
  versions: readonly ControlRow[];
  list: string;
  mayPublish: boolean;
  onChange: ((of: ControlRow) => void) | null;
}) {
  const draft = versions.find((v) => v.status === "draft");
  return (
    <div className="grid gap-5">
      <Panel title={c.name}>
        <p className="mb-3">{c.demands}</p>
        <Facts>
          <Fact label="Law today">
            {c.citations.length === 0
              ? "Nothing yet: choose the published policy that it stands on"
              : c.citations.map(({ text, verified }) => (
                  <span key={text} className="block">
                    {text}
                    {!verified && " (source not read again)"}
                  </span>
                ))}
          </Fact>
          <Fact label="Judged by the law of">{c.dayNamed}</Fact>
          <Fact label="Kind">{controlKinds[c.kind]}</Fact>
          <Fact label="Severity">{controlSeverities[c.severity].label}</Fact>
          <Fact label="It does">
            {controlModes[c.mode].label}: {controlModes[c.mode].about}
          </Fact>
          <Fact label="What it can stop">
            {c.stops ? gateActs[c.stops] : "Nothing: it finds what was done"}
          </Fact>
          <Fact label="Answer within">{counted(c.days, "business day")}</Fact>
          <Fact label="What satisfies it">{c.remedy}</Fact>
        </Facts>
        {c.counts.fail > 0 && (
          <p className="mt-3">
            {c.failures > 0 && (
              <Link className="text-link underline" to={list}>
                {counted(c.failures, "failure")}
              </Link>
            )}{" "}
            {c.counts.fail > c.failures &&
              `${counted(c.counts.fail - c.failures, "record breaks", "records break")} it as they stand and have not gone out: nobody is asked yet.`}
          </p>
        )}
      </Panel>
      <Months controlId={c.definitionId} />
      <Panel
        title="Versions"
        aside={
          onChange && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() => onChange(draft ?? versions[0]!)}
            >
              {draft ? "Change the draft" : "Draft the next version"}
            </button>
          )
        }
      >
        <DefinitionList<ControlRow>
          path="/api/v1/controls"
          all={versions}
          shown={versions}
          what="control"
          mayChange={mayPublish}
          edit="Read"
          to={(v) => `?control=${v.definitionId}`}
          about={(v) => `${controlModes[v.mode].label}, ${controlSeverities[v.severity].label}`}
          texts={{
            publish: "Every record is judged anew by it within minutes; answers of before stay.",
            retire: "Nothing is judged by it any more; what was judged stays.",
          }}
          unchanging="Answers keep the version that gave them."
        />
      </Panel>
    </div>
  );
}
