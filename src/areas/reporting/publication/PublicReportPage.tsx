import { useParams, useSearchParams } from "react-router";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { OpenFigures, OpenProof } from "./OpenReport.tsx";
import { OpenFrame } from "./OpenFrame.tsx";
import type { PublicReport } from "./publication.model.ts";

/** A published report, in the version in force or the one that the address names. */
export function OneReport({ slug, version }: { slug: string; version: string | null }) {
  const { data, error } = useGet<PublicReport>(
    "public-reports",
    `/api/v1/public/reports/${slug}${version ? `?version=${version}` : ""}`,
  );
  if (error) return <ErrorPanel error={error} what="This report" />;
  if (!data) return <RecordSkeleton />;
  const { content, status } = data;
  return (
    <div className="stack">
      <div>
        <p className="text-13 text-t2">{content.agency}</p>
        <h1 className="text-22 font-semibold">{content.title}</h1>
        <p className="mt-1 max-w-prose text-t2 whitespace-pre-wrap">{content.says}</p>
      </div>
      {status === "superseded" && (
        <p className="notice tone-warning" role="status">
          This version was corrected later.{" "}
          <a href={`/citizen-portal/reports/${slug}`}>Read the one in force.</a>
        </p>
      )}
      {content.correction && (
        <p className="notice">
          Version {content.versionNo} corrects what was published before: {content.correction}
        </p>
      )}
      <OpenFigures content={content} zone={data.timeZone} />
      <OpenProof report={data} />
    </div>
  );
}

/** /citizen-portal/reports/:slug */
export default function PublicReportPage() {
  const { slug = "" } = useParams();
  const [search] = useSearchParams();
  return (
    <OpenFrame>
      <OneReport slug={slug} version={search.get("version")} />
    </OpenFrame>
  );
}
