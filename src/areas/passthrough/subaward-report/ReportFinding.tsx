import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { SubawardReport } from "./report.model.ts";

const useReports = (query: string) =>
  useGet<ListAnswer<SubawardReport>>("subaward-reports", `/api/v1/subaward-reports?${query}`).data;

/** What of subawards is late, and what is reported next, in words. */
export function ReportFinding() {
  const late = useReports("state=late&sort=dueOn&limit=1");
  const due = useReports("state=due&sort=dueOn&limit=1");
  if (!late || !due) return null;
  const [lates, dues] = [late.total ?? 0, due.total ?? 0];
  const next = due.items[0];
  return (
    <Panel
      title={
        lates > 0
          ? `${counted(lates, "report")} ${lates === 1 ? "is" : "are"} late`
          : dues > 0
            ? `${counted(dues, "report")} to make, none is late`
            : "Nothing is to report"
      }
    >
      <p className="flex flex-wrap gap-x-4 text-t2">
        {lates > 0 && (
          <span className="text-danger">
            The oldest was due on {formatDate(late.items[0]!.dueOn)}.
          </span>
        )}
        {next && (
          <span>
            Next: {next.number}, {next.subrecipient}, by {formatDate(next.dueOn)}.
          </span>
        )}
        {lates + dues > 0 && <Link to="?state=late,due">Show what is to report</Link>}
        <Link to="?state=reported">Show what was reported</Link>
      </p>
    </Panel>
  );
}
