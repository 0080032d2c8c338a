import { Download } from "lucide-react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCentsShort } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { shownFigure, findingOf } from "../figure/finding.labels.ts";
import { momentWords, periodWords, timeWords } from "../figure/period.labels.ts";
import { chartOf } from "../builder/address.ts";
import { FigureRows } from "../builder/FigureRows.tsx";
import type { PublicContent, PublicReport } from "./publication.model.ts";

const mostDrawn = 40;

function OpenCell({
  cell,
  unit,
}: {
  cell: PublicContent["totals"][number];
  unit: PublicContent["measures"][number]["unit"];
}) {
  if (cell.hidden)
    return (
      <abbr
        className="text-t3 no-underline"
        title="Fewer than 11 people, or a count that would betray them"
      >
        hidden
      </abbr>
    );
  return <span className="tnum">{shownFigure(cell.value, unit)}</span>;
}

/** The figures of a publication as everybody reads them: finding, picture, table. */
export function OpenFigures({ content, zone }: { content: PublicContent; zone: string }) {
  const { by, measures, rows, hidden, replaced } = content;
  const [first] = measures;
  const answer = { ...content, withheld: [] };
  const draws = first && by.length > 0 && rows.length > 1 && rows.length <= mostDrawn && !hidden;
  // What was "this year" when the figures were taken is another one later: the days say which.
  const period =
    content.from && content.until ? `${content.from}..${content.until}` : content.period;
  const finding = findingOf(answer, timeWords({ ...content, period }, zone));
  return (
    <div className="stack">
      {draws ? (
        <Chart
          finding={finding.replace(/\.$/, "")}
          kind="bar"
          axis={by[0]!.label}
          format={(value) =>
            first.unit === "cents" ? formatCentsShort(value) : shownFigure(value, first.unit)
          }
          {...chartOf(answer as never)}
        />
      ) : (
        <p className="finding">{finding}</p>
      )}
      {hidden > 0 && (
        <p className="text-13 text-t2">
          Counts of fewer than 11 people are hidden, with those that would betray them: {hidden} in
          this version.
        </p>
      )}
      {replaced > 0 && (
        <p className="text-13 text-t2">Names of private persons are replaced: {replaced}.</p>
      )}
      <Panel
        title={rows.length === 1 ? "1 row" : `${rows.length.toLocaleString("en-US")} rows`}
        flush
      >
        <FigureRows {...content} draw={(cell, { unit }) => <OpenCell cell={cell} unit={unit} />} />
      </Panel>
    </div>
  );
}

/** Where a published report can be taken, and how its hash is worked out. */
export function OpenProof({ report }: { report: PublicReport }) {
  const { slug, content, sha256, versions, publishedAt, timeZone: zone } = report;
  const data = `/api/v1/public/reports/${slug}`;
  const which = `version=${content.versionNo}`;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Panel title="Take it with you">
        <div className="stack">
          <p className="flex flex-wrap gap-2">
            <a className="btn" href={`${data}/data.csv?${which}`} download>
              <Download aria-hidden="true" />
              CSV
            </a>
            <a className="btn" href={`${data}/data.json?${which}`} download>
              <Download aria-hidden="true" />
              JSON, as it was hashed
            </a>
            <a className="btn" href={`${data}/schema.json?${which}`}>
              Its schema
            </a>
          </p>
          <Facts
            rows={[
              ["Published", formatInstant(publishedAt, zone)],
              ["Figures taken", formatInstant(content.moment, zone)],
              ["Time", content.from ? null : periodWords(content.period)],
              ["First day", content.from && formatDate(content.from)],
              ["Last day", content.until && formatDate(content.until)],
              ["As of", momentWords(content, zone) || null],
              ["Kept run", `${content.run.number}, SHA-256 ${content.run.sha256.slice(0, 16)}…`],
              [
                "SHA-256",
                <code key="hash" className="break-all text-12">
                  {sha256}
                </code>,
              ],
            ]}
          />
          <p className="text-12 text-t3">
            The hash is that of the JSON file, byte for byte: <code>sha256sum</code> on your own
            computer gives the same. It stands in the agency&apos;s audit record, where an auditor
            checks it.
          </p>
        </div>
      </Panel>
      <Panel title="Versions" flush>
        <ul className="divide-y divide-hair">
          {versions.map((each) => (
            <li key={each.versionNo} className="px-4 py-2">
              <a href={`/citizen-portal/reports/${slug}?version=${each.versionNo}`}>
                Version {each.versionNo}
              </a>
              <span className="ml-2 text-13 text-t2">{formatInstant(each.publishedAt, zone)}</span>
              {each.correction && <p className="text-13">Corrected: {each.correction}</p>}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
