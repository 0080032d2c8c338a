import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { Disposal } from "./retention.model.ts";

/** What is deleted next behind the retention, with its day. */
export function Disposals() {
  const list = useGet<{ items: Disposal[] }>("form-disposals", "/api/v1/form-disposals");
  if (list.isPending) return <TableSkeleton columns={4} label="Loading what is deleted" />;
  if (!list.data) return <ErrorPanel error={list.error} what="What is deleted" />;
  const { items } = list.data;
  return (
    <section className="grid gap-3">
      <h2>Due for deletion</h2>
      {items.length === 0 ? (
        <p className="text-t2">Nothing is over within the next thirty days.</p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Due for deletion">
          <table className="ledger" aria-label="Due for deletion">
            <thead>
              <tr>
                <th scope="col">Submission</th>
                <th scope="col">Rule</th>
                <th scope="col">Deleted on</th>
              </tr>
            </thead>
            <tbody>
              {items.map((each) => (
                <tr key={each.id}>
                  <td>
                    <Link className="mono" to={pathTo("formSubmission", { id: each.submissionId })}>
                      {each.number}
                    </Link>
                  </td>
                  <td>{each.rule}</td>
                  <td>{each.held ? "Kept: legal hold" : formatDate(each.dueOn)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
