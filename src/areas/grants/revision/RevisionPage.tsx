import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { revisionStatuses } from "./revision.labels.ts";
import type { RevisionDetail } from "./revision.model.ts";

function Change({ revision: r }: { revision: RevisionDetail }) {
  const before = new Map(r.budget.map((b) => [b.objectClass, b.cents]));
  const rows: (readonly [string, string])[] = [
    ["Why", r.reason],
    ...r.moves.map(
      (m) =>
        [
          objectClasses[m.objectClass],
          `${formatCents(m.cents)}${r.status === "posted" ? "" : `, to ${formatCents((before.get(m.objectClass) ?? 0) + m.cents)}`}`,
        ] as const,
    ),
    ...(r.newPeriodTo ? [["New last day", formatDate(r.newPeriodTo)] as const] : []),
    ...(r.answer ? [["The grantor's answer", r.answer] as const] : []),
  ];
  return (
    <Panel title="What changes">
      <Facts rows={rows} />
    </Panel>
  );
}

/** One revision: what changes, what its test found, who decides. */
export default function RevisionPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<RevisionDetail>
      path="/api/v1/award-revisions"
      id={id}
      lifecycle={{
        statuses: revisionStatuses,
        course: ["draft", "tested", "approved", "posted"],
      }}
      title={(r) => r.title}
      subtitle={(r) => (
        <>
          <Link to={pathTo("award", { id: r.awardId })}>{r.award}</Link> {r.awardTitle}
        </>
      )}
      tabs={[
        {
          id: "change",
          label: "Change",
          content: (r) => (
            <>
              <Change revision={r} />
              <Panel title="Tested against 2 CFR 200.308">
                {r.findings.length === 0 ? (
                  <p className="text-t2">
                    {r.asksGrantor === null ? "Not tested yet." : "Nothing in it asks for more."}
                  </p>
                ) : (
                  <ul className="checks">
                    {r.findings.map((f) => (
                      <li key={f.citation} className={f.asksGrantor ? "warn" : "ok"}>
                        {f.text} ({f.citation})
                      </li>
                    ))}
                  </ul>
                )}
              </Panel>
              <Attachments objectType="awardRevision" objectId={r.id} />
            </>
          ),
        },
      ]}
    />
  );
}
