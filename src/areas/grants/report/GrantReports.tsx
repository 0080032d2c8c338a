import { Tabs } from "#web/kit/Tabs.tsx";
import { DrawdownTable } from "../drawdown/DrawdownTable.tsx";
import { ReportTable } from "./ReportTable.tsx";
import { Sefa } from "./Sefa.tsx";

/** Reports to grantors, the schedule of federal awards, and the history of drawdowns. */
export default function GrantReports() {
  return (
    <Tabs
      label="Parts of grant reports"
      tabs={[
        { id: "reports", label: "Reports", content: () => <ReportTable title="Grant reports" /> },
        { id: "sefa", label: "Federal awards (SEFA)", content: () => <Sefa /> },
        { id: "drawdowns", label: "Drawdowns", content: () => <DrawdownTable /> },
      ]}
    />
  );
}
