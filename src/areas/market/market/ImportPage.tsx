import { Link, useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Missing } from "#web/kit/DeadlineClock.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { importStates } from "./ImportsTab.tsx";
import type { ImportDetail } from "./market.model.ts";

const kinds = {
  skipped: ["Left out or not compared", "What the reader could not use, and why."],
  invalid: [
    "Against the schema",
    "Where the document breaks the OCDS 1.1 schema. It was read all the same.",
  ],
  unknown: [
    "Fields that nobody here understands",
    "Extensions and the publisher's own fields; their content was not taken over.",
  ],
} as const;
const documents: Readonly<Record<string, string>> = {
  recordPackage: "Record package",
  releasePackage: "Release package",
  release: "Release",
};

function Findings({ record, kind }: { record: ImportDetail; kind: keyof typeof kinds }) {
  const found = record.report.filter((f) => f.kind === kind);
  if (found.length === 0) return null;
  return (
    <Panel title={kinds[kind][0]} aside={`${found.length}`} flush>
      <p className="border-b border-hair px-4 py-3 text-13 text-t2">{kinds[kind][1]}</p>
      <div className="table-scroll" tabIndex={0} role="region" aria-label={kinds[kind][0]}>
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col" className="num">
                Times
              </th>
              <th scope="col">Example</th>
            </tr>
          </thead>
          <tbody>
            {found.map((f) => (
              <tr key={f.where}>
                <td className="mono whitespace-normal text-13 [overflow-wrap:anywhere]">
                  {f.where}
                </td>
                <td className="num">{f.count}</td>
                <td className="whitespace-normal text-13 text-t2 [overflow-wrap:anywhere]">
                  {f.example}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** /market-intelligence/imports/:id: one file, what came of it, and what was not understood. */
export default function ImportPage() {
  const { id = "" } = useParams();
  const { timeZone } = useAgency();
  const read = useGet<ImportDetail>(
    "ocds-imports",
    `/api/v1/ocds-imports/${encodeURIComponent(id)}`,
  );
  if (read.isPending) return <RecordSkeleton />;
  if (!read.data)
    return <ErrorPanel error={read.error} what="This import" onRetry={() => void read.refetch()} />;
  const r = read.data;
  return (
    <div className="grid gap-4">
      <div>
        <p>
          <Link to="/market-intelligence?tab=imports">Imports</Link>
        </p>
        <h1 className="[overflow-wrap:anywhere]">{r.fileName}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <Badge {...importStates[r.state]} />
          <span className="text-t2">{r.publisher}</span>
        </p>
      </div>
      {r.error && (
        <div className="notice tone-danger" role="alert">
          <div>
            <strong>Not read</strong>
            <p>{r.error}</p>
          </div>
        </div>
      )}
      <div className="record-body !mt-0" data-rail="true">
        <div className="stack">
          {r.state === "done" && r.report.length === 0 && (
            <Panel title="Report">
              <p>Everything was understood.</p>
            </Panel>
          )}
          <Findings record={r} kind="skipped" />
          <Findings record={r} kind="invalid" />
          <Findings record={r} kind="unknown" />
        </div>
        <Panel title="What came of it">
          <Facts>
            <Fact label="Document">
              {r.documentKind ? (documents[r.documentKind] ?? r.documentKind) : <Missing />}
            </Fact>
            <Fact label="Published">
              {r.publishedAt ? formatInstant(r.publishedAt, timeZone) : <Missing />}
            </Fact>
            <Fact label="Processes">{r.processes}</Fact>
            <Fact label="New or newer">{r.newer}</Fact>
            <Fact label="Awards">{r.awards}</Fact>
            <Fact label="Lines">{r.lines}</Fact>
            {Object.entries(r.currencies).map(([c, n]) => (
              <Fact key={c} label={<>Prices in {c}</>}>
                {n}
              </Fact>
            ))}
            <Fact label="Loaded by">{r.loader ?? <Missing />}</Fact>
            <Fact label="SHA-256">
              <span className="mono text-12">{r.sha256}</span>
            </Fact>
          </Facts>
        </Panel>
      </div>
    </div>
  );
}
