import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Appeal, Question } from "../question/question.model.ts";

const useList = <T,>(noun: string, query: string) =>
  useGet<ListAnswer<T>>(noun, `/api/v1/${noun}?${query}`).data;
const tab = (name: string, query = "") => `/fema-grants-hub?tab=${name}${query}`;

/** What of federal money waits for the agency now, and which clock ends next. */
export function HubFinding() {
  const waiting = useList("pa-items", "waiting=true&limit=1");
  const requests = useList("pa-requests", "status=draft,returned&limit=1");
  const questions = useList<Question>("pa-questions", "status=open&sort=dueOn&limit=1");
  const appeals = useList<Appeal>("pa-appeals", "status=determined&sort=fileBy&limit=1");
  if (!waiting || !questions || !appeals) return null;
  const cents = waiting.totals?.["cents"] ?? 0;
  const [asked, appeal] = [questions.items[0], appeals.items[0]];
  return (
    <Panel
      title={
        cents > 0
          ? `${formatCents(cents)} of disaster costs are not asked for yet`
          : "Every eligible cost is asked for"
      }
    >
      <ul className="grid gap-1">
        {cents > 0 && (
          <li>
            <Link to={tab("costs", "&waiting=true")}>{counted(waiting.total ?? 0, "line")}</Link>{" "}
            wait for a request.
          </li>
        )}
        {(requests?.total ?? 0) > 0 && (
          <li>
            <Link to={tab("reimbursement", "&status=draft,returned")}>
              {counted(requests!.total!, "request")}
            </Link>{" "}
            not sent: what each line lacks stands there.
          </li>
        )}
        {asked && (
          <li>
            <Link to={tab("questions", "&status=open")}>
              {counted(questions.total ?? 1, "question")}
            </Link>{" "}
            to answer, the next by {formatDate(asked.dueOn)}.
          </li>
        )}
        {appeal?.fileBy && (
          <li>
            <Link to={tab("appeals", "&status=determined")}>
              {counted(appeals.total ?? 1, "determination")}
            </Link>{" "}
            to appeal, the next by {formatDate(appeal.fileBy)}.
          </li>
        )}
      </ul>
    </Panel>
  );
}
