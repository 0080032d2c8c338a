import { formatInstant } from "#kernel/dates.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { OpenFrame } from "./OpenFrame.tsx";
import { OneReport } from "./PublicReportPage.tsx";
import type { PublicReportRow } from "./publication.model.ts";

// The report that leads the page; other ones stand below it.
const leading = "spending";

function Others({ reports }: { reports: readonly PublicReportRow[] }) {
  if (!reports.length) return null;
  return (
    <Panel title="More figures of the agency" flush>
      <ul className="divide-y divide-hair">
        {reports.map((each) => (
          <li key={each.slug} className="px-4 py-3">
            <a className="font-semibold" href={`/citizen-portal/reports/${each.slug}`}>
              {each.title}
            </a>
            <p className="text-13 text-t2">{each.says}</p>
            <p className="text-12 text-t3">
              Version {each.versionNo}, {formatInstant(each.publishedAt, each.timeZone)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Spending() {
  const { data, error } = useGet<{ items: PublicReportRow[] }>(
    "public-reports",
    "/api/v1/public/reports",
  );
  if (error) return <ErrorPanel error={error} what="Public spending" />;
  if (!data) return <RecordSkeleton />;
  const leads = data.items.some((each) => each.slug === leading);
  return (
    <div className="stack">
      {leads ? (
        <OneReport slug={leading} version={null} />
      ) : (
        <>
          <h1 className="text-22 font-semibold">Public spending</h1>
          <EmptyState kind="first-use" title="No report on spending is published yet">
            What the agency buys and from whom stands on the citizen portal.
          </EmptyState>
        </>
      )}
      <Others reports={data.items.filter((each) => each.slug !== leading)} />
      <p className="text-13 text-t2">
        For programs: the <a href="/data.json">catalog of open data</a> (DCAT-US 1.1).
      </p>
    </div>
  );
}

/** /citizen-portal/spending */
export default function PublicSpending() {
  return (
    <OpenFrame>
      <Spending />
    </OpenFrame>
  );
}
