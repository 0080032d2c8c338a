import { Chart } from "#web/kit/chart/Chart.tsx";
import { CountedFinding } from "#web/kit/CountedFinding.tsx";
import { useDays } from "#web/kit/days.ts";
import { useList } from "#web/kit/queries.ts";
import { ReportTable } from "../report/ReportTable.tsx";
import { AwardTable } from "./AwardTable.tsx";
import type { Award } from "./award.model.ts";
import { burnFinding, burnOf } from "./burn.labels.ts";

const reports = "/grant-management/reports";
/** So many awards fit beside each other; the table below holds all. */
const mostDrawn = 12;

/** What is drawn of each award in force beside the time that is gone of it. */
function BurnChart() {
  const { today } = useDays();
  const awards = useList<Award>("/api/v1/grant-awards", "status=active,amended&limit=100");
  if (!awards.data) return null;
  const burns = burnOf(awards.data.items, today());
  return (
    <Chart
      finding={burnFinding(burns)}
      kind="bar"
      axis="Award"
      format={(percent) => `${percent} %`}
      series={[
        { id: "drawn", label: "Drawn" },
        { id: "gone", label: "Time gone" },
      ]}
      points={burns.slice(0, mostDrawn).map(({ number, drawn, gone }) => ({
        label: number,
        values: { drawn, gone },
      }))}
      note="In percent of the award and of its period; furthest behind first."
    />
  );
}

/** What needs attention in words, what is drawn against time, the awards, and the reports that are due. */
export default function ComplianceTab() {
  return (
    <div className="stack">
      <CountedFinding
        parts={[
          {
            path: "/api/v1/grant-awards",
            query: "attention=true",
            says: ["award needs attention", "awards need attention"],
            to: "/grants-management?attention=true",
          },
          {
            path: "/api/v1/grant-reports",
            query: "late=true",
            says: ["report is late", "reports are late"],
            to: `${reports}?late=true`,
          },
          {
            path: "/api/v1/grant-reports",
            query: "status=prepared",
            says: ["report waits for its certification", "reports wait for their certification"],
            to: `${reports}?status=prepared`,
          },
        ]}
        none="No award needs attention and no report is late."
      />
      <BurnChart />
      <AwardTable title="Awards that need attention" fixed="attention=true" />
      <ReportTable title="Reports due" fixed="status=due,prepared,certified" />
    </div>
  );
}
