import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useGet } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { auditStatuses, type AuditStatus } from "../audit/audit.labels.ts";
import type { AuditRow } from "../audit/audit.model.ts";

const phases = Object.keys(auditStatuses) as AuditStatus[];

/** Audits under way by the phase in which they are, the earliest report first. */
export function Timeline() {
  const { data } = useGet<{ items: AuditRow[] }>(
    "audits",
    "/api/v1/audits?open=true&sort=reportDueOn&limit=100",
  );
  const audits = data?.items ?? [];
  if (audits.length === 0) return null;
  const found = phases.flatMap((phase) => {
    const own = audits.filter(({ status }) => status === phase);
    return own.length > 0 ? [{ phase, own }] : [];
  });
  return (
    <section className="grid gap-3">
      <h2>By phase</h2>
      <ol className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {found.map(({ phase, own }) => (
          <li key={phase} className="panel grid content-start gap-2 p-4">
            <StatusBadge statuses={auditStatuses} status={phase} />
            <ul className="grid gap-2">
              {own.map(({ id, number, title, reportDueOn, issuedOn }) => (
                <li key={id} className="grid">
                  <Link to={pathTo("auditEngagement", { id })}>
                    <span className="mono">{number}</span> {title}
                  </Link>
                  <span className="text-13 text-t2">
                    {issuedOn
                      ? `Issued ${formatDate(issuedOn)}`
                      : `Report due ${formatDate(reportDueOn)}`}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
